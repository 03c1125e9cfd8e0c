import { expect, test } from 'vitest'
import { button, openedRequest } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()

type Named = { id: string; name: string }
const idOf = async (what: string, name: string): Promise<string> => {
  const { items } = await operator.ask<{ items: Named[] }>('GET', `/api/admin/${what}`)
  return items.find((one) => one.name === name)?.id ?? ''
}

test('what a provider failed with leads to the latest request that met it', async () => {
  const { providers } = wordsIn('zh-CN')
  const page = await operator.open(`/admin/providers/${await idOf('providers', 'Anthropic')}?range=30d`)
  const failures = page.getByRole('table', { name: providers('detail.errors.title') })
  const limited = failures.getByRole('row').filter({ hasText: '429' })
  expect(await limited.innerText()).toContain(providers('detail.errors.handled.limits'))
  await limited.getByRole('button').click()
  await page.waitForURL(/[?&]req=/)
  const drawer = await openedRequest(page)
  await drawer.getByText('429').first().waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await checkPage(page, 'a provider with its failures')
  await page.context().close()
})

test('a credential is limited from its row by keyboard, which then tells its limit', async () => {
  const { limits, providers } = wordsIn('en')
  const page = await operator.open(`/admin/providers/${await idOf('providers', 'OpenAI')}`, ENGLISH)
  const card = page.getByRole('region', { name: providers('detail.credentials'), exact: true })
  await button(card, providers('detail.limitsOf', { name: 'main' })).press('Enter')
  const drawer = page.getByRole('dialog')
  const rate = limits('named.requests', { window: limits('window.minute') })
  await button(drawer, `${limits('field.add')} ${rate}`).press('Enter')
  await drawer.getByRole('textbox', { name: limits('field.max') }).fill('400')
  await button(drawer, limits('bulk.apply')).press('Enter')
  await drawer.waitFor({ state: 'detached' })
  // The demo may have asked within this minute.
  await card.getByText(new RegExp(`${RegExp.escape(rate)} \\d+ / 400`)).waitFor()
  await page.context().close()
})

test('a group that chose its models is given another one from the model, and the list tells who goes without', async () => {
  const { offers } = wordsIn('zh-CN')
  const group = { name: '外包', allow_models: ['glm-5.3'] }
  await operator.ask('POST', '/api/admin/groups', group)
  const page = await operator.open('/admin/models-providers?tab=models')
  const row = page.getByRole('row').filter({ hasText: 'GPT-5.5' })
  await row.getByText(offers('audience.without', { names: group.name })).waitFor()
  await row.getByRole('button', { name: 'GPT-5.5', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('switch', { name: offers('audience.allow', { name: group.name }) }).click()
  await drawer.getByText(offers('audience.chosen', { count: 2 })).waitFor()
  await page.keyboard.press('Escape')
  await row.getByText(offers('audience.everybody')).waitFor()
  await page.context().close()
})

test('the tutorial is previewed as a user, who is named all the while', async () => {
  const { onboarding } = wordsIn('en')
  const page = await operator.open('/admin/tutorial?tab=users', ENGLISH)
  const card = page.getByRole('region', { name: onboarding('users.preview_as') })
  await button(card, 'Sofia Rossi').click()
  await button(card, onboarding('open_user')).click()
  await page.waitForURL('**/dashboard/tutorial')
  await page.getByText('Sofia Rossi').first().waitFor()
  await page.context().close()
})

test('the health of endpoints is in the order of the address, and names are hidden for a screenshot', async () => {
  const { overview } = wordsIn('en')
  const page = await operator.open('/admin/dashboard?order=name', ENGLISH)
  const matrix = page.getByRole('table', { name: overview('matrix.title') })
  await matrix.locator('tbody tr').first().waitFor()
  const names = await matrix.locator('tbody tr td:first-child').allInnerTexts()
  expect(names[0]).toContain('Anthropic')
  const rows = page.locator('.dash-recent tbody tr')
  await rows.first().waitFor()
  await page.locator('.ov-todo').getByText('周明').first().waitFor()
  await button(page, overview('privacy')).click()
  await expect.poll(() => rows.first().innerText()).toContain('*****')
  await expect.poll(() => page.locator('main').innerText()).not.toContain('周明')
  await page.context().close()
})

test('many credentials are pasted into a provider, each line told what comes of it, and added in one step', async () => {
  const { providers } = wordsIn('zh-CN')
  const id = await idOf('providers', 'OpenAI')
  type Credentials = { credentials: { name: string; weight: number }[] }
  const now = async () =>
    (await operator.ask<Credentials>('GET', `/api/admin/providers/${id}`)).credentials.map(({ name }) => name)
  const before = await now()
  const page = await operator.open(`/admin/providers/${id}`)
  const card = page.getByRole('region', { name: providers('detail.credentials'), exact: true })
  await button(card, providers('paste.open')).press('Enter')
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: providers('paste.text') })
  await text.fill('sk-pasted-number-one\n研发,sk-pasted-number-two,3\nsk-pasted-number-one\nsk two words')
  await dialog.getByText(providers('paste.fault.secret')).waitFor()
  await dialog.getByText(providers('paste.twin', { line: 1 })).waitFor()
  // One line that cannot be read, and nothing of it is added.
  expect(await button(dialog, providers('paste.check')).isDisabled()).toBe(true)
  await text.fill('sk-pasted-number-one\n研发,sk-pasted-number-two,3\nsk-pasted-number-one')
  await button(dialog, providers('paste.check')).press('Enter')
  await checkPage(page, 'credentials that are pasted')
  await button(dialog, providers('paste.add', { count: 2 })).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await now()).toEqual([...before, providers('connection.another', { n: before.length + 1 }), '研发'])
  await card.getByText(providers('detail.set', { last4: '-two' })).waitFor()
  // The same once more is told to be there.
  await button(card, providers('paste.open')).press('Enter')
  await text.fill('other,sk-pasted-number-two')
  await button(dialog, providers('paste.check')).press('Enter')
  await dialog.getByText(providers('paste.there', { name: '研发' })).waitFor()
  expect(await button(dialog, providers('paste.none')).isDisabled()).toBe(true)
  await page.context().close()
})

test('credentials are pasted into a provider that is not there yet', async () => {
  const { providers } = wordsIn('zh-CN')
  const page = await operator.open('/admin/models-providers')
  await button(page, providers('providerList.add')).first().click()
  const wizard = page.getByRole('dialog', { name: providers('wizard.title') })
  await wizard.getByRole('button', { name: /DeepSeek/ }).click()
  await button(wizard, providers('paste.open')).click()
  const dialog = page.getByRole('dialog', { name: providers('paste.title') })
  await dialog
    .getByRole('textbox', { name: providers('paste.text') })
    .fill('主账号,sk-first-of-them\nsk-second-of-them')
  await button(dialog, providers('paste.check')).click()
  await button(dialog, providers('paste.add', { count: 2 })).click()
  await dialog.waitFor({ state: 'detached' })
  const secrets = wizard.locator('input[type=password]')
  expect(await Promise.all((await secrets.all()).map((one) => one.inputValue()))).toEqual([
    'sk-first-of-them',
    'sk-second-of-them',
  ])
  await page.context().close()
})

test('a provider without a credential leads from the list to where one is added', async () => {
  const { offers } = wordsIn('zh-CN')
  const endpoints = [{ dialect: 'openai', base_url: 'https://models.example/v1' }]
  const routes = Array.from({ length: 30 }, (_, n) => ({ model: `m-${n}` }))
  await operator.ask('POST', '/api/admin/providers', {
    slug: 'bare',
    name: 'Bare',
    preset: 'custom',
    endpoints,
    routes,
  })
  const page = await operator.open('/admin/models-providers')
  const line = page.locator('.note li').filter({ hasText: 'Bare' })
  await line.getByRole('link', { name: offers('section.keys') }).click()
  const top = () => page.locator('#keys').evaluate((section) => section.getBoundingClientRect().top)
  // Right below the head, which stays at the top of the window.
  const isThere = async () => (await top()) >= 56 && (await top()) < 80
  await expect.poll(isThere).toBe(true)
  await page.context().close()
})
