import { expect, test } from 'vitest'
import { button, demo } from './demo.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const { shell, keys, system, models, common, tutorial } = wordsIn('zh-CN')

test('a path that leads nowhere keeps the menu, and the palette leads on by button and by key', async () => {
  const page = await open('/dashboard/nowhere')
  await page.getByRole('heading', { name: system('lost.title') }).waitFor()
  await page
    .getByRole('link', { name: common('places.usage'), exact: true })
    .first()
    .waitFor()
  await button(page, system('lost.palette')).click()
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(common('places.profile'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/profile')
})

test('a stranger is told that a page is not there, and nothing of the console', async () => {
  const page = await open('/nowhere', { signedIn: false })
  await page.getByRole('heading', { name: system('lost.title') }).waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
})

test('who is cut off reads of when the page is, and is back as soon as the server answers', async () => {
  const page = await open('/dashboard/api-keys')
  await page.getByRole('row').filter({ hasText: 'Cherry Studio' }).waitFor()
  // As a system does that takes a network for gone.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    window.dispatchEvent(new Event('offline'))
  })
  const banner = page.getByText(shell('banner.offline'), { exact: true })
  await banner.waitFor()
  await page.getByText(/^更新于 \d/).waitFor()
  await page.route('**/health', (route) => route.abort())
  await button(page, system('away.connect')).click()
  await page.getByText(system('away.still_offline')).waitFor()
  expect(await banner.isVisible()).toBe(true)
  await page.unroute('**/health')
  const asked = page.waitForResponse(/\/api\/keys/)
  await button(page, system('away.connect')).click()
  await asked
  await banner.waitFor({ state: 'detached' })
})

test('a key’s form tells the reader’s own address and takes it; what was made leads to more clients with it', async () => {
  const page = await open('/dashboard/api-keys')
  await button(page, keys('create')).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(keys('form.name')).fill('addressed')
  await drawer.getByRole('button', { name: keys('form.advanced') }).click()
  await drawer.getByText(/^你当前的地址是 /).waitFor()
  await drawer.getByRole('button', { name: keys('form.ips_add') }).click()
  await drawer.getByText(/^包含你当前的地址 /).waitFor()
  expect(await drawer.getByLabel(keys('form.ips')).inputValue()).toMatch(/^(?:127\.0\.0\.1|::1)$/)
  await drawer.getByRole('button', { name: keys('create') }).click()
  await drawer.getByRole('button', { name: keys('created.copy') }).click()
  await drawer.getByRole('link', { name: keys('import.more') }).click()
  await page.waitForURL('**/dashboard/tutorial?key=*')
  await page.getByText('addressed').filter({ visible: true }).first().waitFor()
})

test('the tutorial ticks the clients that were heard of in the last week, and no other', async () => {
  const page = await open('/dashboard/tutorial')
  const clients = page.getByRole('navigation', { name: tutorial('list.label') })
  await clients.getByRole('button', { name: `Claude Code ${tutorial('list.heard')}` }).waitFor()
  expect(await clients.getByRole('img', { name: tutorial('list.heard') }).count()).toBe(2)
  await clients.getByText(tutorial('list.heard_text')).waitFor()
})

test('a model is added to a comparison at its foot', async () => {
  const page = await open('/dashboard/models-providers?pick=gpt-5.5')
  await button(page, models('compare.addModel')).click()
  await page.getByRole('menuitemcheckbox', { name: 'Kimi K3' }).click()
  await page.waitForURL('**pick=kimi-k3**')
  await page
    .getByRole('region', { name: models('compare.label') })
    .getByText('Kimi K3')
    .waitFor()
})
