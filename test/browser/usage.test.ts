import { expect, test } from 'vitest'
import { button, demo, openedRequest, searchOf } from './demo.ts'
import { KEYBOARD } from './hands.ts'
import { checkPage } from './page-check.ts'
import { listed, paramOf, rows } from './request-list.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const MODEL = 'gpt-5.5'
const KEY = 'Cherry Studio'

test('by mouse: range, tab and filter stand in the address, and reload, back and forward bring them again', async () => {
  const page = await open('/dashboard/usage')
  const { usage, charts, ui } = wordsIn('zh-CN')
  const tab = (name: 'overview' | 'requests') =>
    page.getByRole('tab', { name: usage(`tab.${name}`), exact: true, selected: true })
  await button(page, charts('range.label', { name: charts('range.30d') })).click()
  await button(page, charts('range.7d')).click()
  await page.waitForURL('**/usage?range=7d')
  await page.getByRole('tab', { name: usage('tab.requests') }).click()
  const all = await listed(page)
  await button(page, usage('dimension.model')).click()
  await page.getByRole('menuitemcheckbox', { name: MODEL }).click()
  await page.waitForURL(`**&model=${MODEL}`)
  const some = await listed(page, MODEL)
  expect(some).not.toEqual(all)

  await page.reload()
  expect(await listed(page)).toEqual(some)
  const filtered = searchOf(page)
  await tab('requests').waitFor()
  await page.getByRole('button', { name: new RegExp(`^${usage('dimension.model')}.*${MODEL}$`, 'i') }).waitFor()

  await rows(page).nth(1).click()
  const drawer = await openedRequest(page)
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.goForward()
  await openedRequest(page)
  // Twice in a hurry: the browser steps back a moment later, and must do so once.
  await button(drawer, ui('drawer.close')).evaluate((cross: HTMLElement) => {
    cross.click()
    cross.click()
  })
  await drawer.waitFor({ state: 'detached' })
  expect(searchOf(page)).toBe(filtered)
  expect(await listed(page)).toEqual(some)

  // What was closed is no step of its own.
  await page.goBack()
  await tab('overview').waitFor()
  expect(searchOf(page)).toBe('?range=7d')
  await page.goForward()
  await tab('requests').waitFor()
  expect(await listed(page)).toEqual(some)
  await page.context().close()
})

test('by keyboard: range, search and filter; into a row, on to the next, and back to where one was', async () => {
  const page = await open('/dashboard/usage?tab=requests', { locale: 'en' })
  const { usage, charts } = wordsIn('en')
  await listed(page)
  await page.keyboard.press('t')
  await button(page, charts('range.7d')).press('Enter')
  await page.waitForURL('**range=7d')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('colour:red')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'colour:red' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type(`model:${MODEL}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**model=${MODEL}**`)
  await KEYBOARD.pick(button(page, usage('dimension.key')), page.getByRole('menuitemcheckbox', { name: KEY }))
  await page.waitForURL('**key=**')
  const some = await listed(page, KEY)
  for (const row of some) expect(row).toContain(MODEL)
  expect(some.length).toBeGreaterThan(1)
  await page.reload()
  expect(await listed(page)).toEqual(some)

  const first = rows(page).first().getByRole('button')
  await first.press('Enter')
  const drawer = await openedRequest(page)
  const opened = paramOf(page, 'req')
  await page.keyboard.press('j')
  await expect.poll(() => paramOf(page, 'req')).not.toBe(opened)
  await page.keyboard.press('k')
  await expect.poll(() => paramOf(page, 'req')).toBe(opened)
  await openedRequest(page)
  await checkPage(page, 'a request')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => first.evaluate((row) => row === document.activeElement)).toBe(true)
  expect(paramOf(page, 'req')).toBeNull()
  await page.context().close()
})

test('the figures are compared with the period before, and the address remembers it', async () => {
  const page = await open('/dashboard/usage?range=7d', { locale: 'en' })
  const { charts } = wordsIn('en')
  const compare = page.getByRole('switch', { name: charts('range.compare') }).filter({ visible: true })
  await compare.press('Space')
  await page.waitForURL('**cmp=prev')
  const outline = page.locator('.us-main .outline').first()
  await outline.waitFor()
  await page.reload()
  await outline.waitFor()
  expect(await compare.isChecked()).toBe(true)
  await compare.click()
  await outline.waitFor({ state: 'detached' })
  expect(searchOf(page)).toBe('?range=7d')
  await page.context().close()
})
