import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkPage } from './page-check.ts'
import type { Words } from './words.ts'

/** A visitor on the way: the browser's page and what its buttons are called. */
export type Visit = { page: Page; words: Words }

const PASSWORD = 'a gate of jade, 2026'

/** A price in thousandths of a dollar per million tokens: a token then costs so many whole nano-dollars. */
export type MilliPrice = { input: bigint; output: bigint; cacheRead: bigint; cacheWrite: bigint }

const shown = (locator: Locator): Locator => locator.filter({ visible: true }).first()

const press = (within: Page | Locator, name: string): Promise<void> =>
  shown(within.getByRole('button', { name, exact: true })).click()

/** Follows the menu, which is a sidebar or a bar at the bottom. */
export const goTo = ({ page }: Visit, path: string): Promise<void> => shown(page.locator(`a[href="${path}"]`)).click()

/** Signs in with the one-time password and replaces it. */
export async function signIn({ page, words }: Visit, admin: { email: string; password: string }): Promise<void> {
  await page.goto('/')
  await page.getByLabel(words.login('email')).fill(admin.email)
  await page.locator('input[name=password]').fill(admin.password)
  await checkPage(page, 'login')
  await press(page, words.login('submit'))
  await page.getByRole('heading', { name: words.password('first.title') }).waitFor()
  await page.locator('input[name=current]').fill(admin.password)
  await page.locator('input[name=next]').fill(PASSWORD)
  await page.locator('input[name=again]').fill(PASSWORD)
  await checkPage(page, 'first password')
  await press(page, words.password('submit'))
  await page.getByRole('heading', { name: words.password('first.title') }).waitFor({ state: 'detached' })
}

/** What a provider is connected with. */
type Connection = { origin: string; secret: string; model: string; others: number; price: MilliPrice }

/** Connects a provider nobody has a template for, in the wizard. */
export async function connectProvider(visit: Visit, connection: Connection): Promise<void> {
  const { page, words } = visit
  const { providers } = words
  await checkPage(page, 'first steps')
  await goTo(visit, '/admin/models-providers')
  await page.getByText(providers('providerList.emptyTitle')).waitFor()
  await checkPage(page, 'no providers')
  await press(page, providers('providerList.add'))
  const wizard = page.getByRole('dialog')
  await wizard.getByRole('button', { name: /自定义|Custom/ }).click()
  await fillConnection(wizard, words, connection)
  await press(wizard, providers('test.run'))
  await wizard.getByText(providers('test.ok'), { exact: true }).waitFor()
  await checkPage(page, 'wizard, connection')
  await press(wizard, providers('connection.next'))
  await wizard.getByText(providers('picks.found', { count: connection.others + 1 })).waitFor()
  await wizard.getByRole('checkbox', { name: providers('picks.take', { name: connection.model }) }).click()
  await fillPrice(wizard, words, connection)
  await checkPage(page, 'wizard, models')
  await press(wizard, providers('picks.create'))
  await wizard.getByText(providers('done.text', { count: 1 })).waitFor()
  await checkPage(page, 'wizard, done')
  await wizard.getByRole('link', { name: providers('done.key') }).click()
}

async function fillConnection(wizard: Locator, { providers }: Words, { origin, secret }: Connection): Promise<void> {
  const address = (dialect: string) => wizard.getByLabel(providers('connection.address', { dialect }))
  await address('OpenAI').fill(`${origin}/v1`)
  await wizard.getByRole('button', { name: providers('connection.addEndpoint', { dialect: 'Anthropic' }) }).click()
  await address('Anthropic').fill(origin)
  await wizard.getByRole('switch', { name: providers('connection.allowPrivate') }).click()
  await wizard.locator('input[type=password]').fill(secret)
}

async function fillPrice(wizard: Locator, { providers }: Words, { model, price }: Connection): Promise<void> {
  const group = wizard.getByRole('group', { name: providers('picks.price', { name: model }) })
  const rates = {
    input: price.input,
    output: price.output,
    cache_read: price.cacheRead,
    cache_write_5m: price.cacheWrite,
  }
  for (const rate of ['input', 'output', 'cache_read', 'cache_write_5m'] as const) {
    await group.getByRole('textbox', { name: providers(`model.rate.${rate}`), exact: true }).fill(usd(rates[rate], 3))
  }
}

/** A count of the n-th decimal place of a dollar, as a plain decimal. */
export function usd(count: bigint, places: number): string {
  const digits = String(count).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Creates a key and gives its secret as it arrived on the clipboard. */
export async function createKey({ page, words }: Visit, name: string): Promise<string> {
  const { keys } = words
  await shown(page.getByRole('button', { name: keys('create') })).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: keys('form.name') }).fill(name)
  await checkPage(page, 'new key')
  await shown(drawer.getByRole('button', { name: keys('create') })).click()
  await drawer.getByText(keys('created.once')).waitFor()
  await press(drawer, keys('created.copy'))
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toMatch(/^sk-ym-\w{32,}$/)
  const secret = await clipboard()
  await press(drawer, keys('test.start'))
  await drawer.getByText(keys('test.fine')).waitFor()
  await checkPage(page, 'key created')
  await press(drawer, keys('created.finish'))
  await drawer.waitFor({ state: 'detached' })
  // Shown once: the page that follows has only its ends.
  expect(await page.content()).not.toContain(secret)
  return secret
}

/** Opens the newest request of the list and gives what its drawer says. */
export async function openNewest({ page }: Visit): Promise<Locator> {
  await shown(page.locator('[data-row], .rq-card')).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('table').waitFor()
  return drawer
}

/** How many requests the list shows. */
export const listed = ({ page }: Visit): Promise<number> =>
  page.locator('[data-row], .rq-card').filter({ visible: true }).count()

/** Chooses something from a key's menu. */
export async function chooseForKey({ page, words }: Visit, name: string, what: string): Promise<void> {
  await shown(page.getByRole('button', { name: words.keys('action.more', { name }) })).click()
  await page.getByRole('menuitem', { name: what }).click()
}

/** Deletes a key, typing its name as asked. */
export async function deleteKey(visit: Visit, name: string): Promise<void> {
  const { page, words } = visit
  await chooseForKey(visit, name, words.keys('action.delete'))
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill(name)
  await checkPage(page, 'delete key')
  await press(question, words.keys('ask.delete_yes'))
  await page.getByText(words.keys('done.deleted', { name })).waitFor()
}
