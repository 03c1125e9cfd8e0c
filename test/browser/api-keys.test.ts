import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, demo, searchOf } from './demo.ts'
import { BOTH, type Hand } from './hands.ts'
import { createKey } from './journey-steps.ts'
import { checkPage } from './page-check.ts'
import { wordsIn, type Words } from './words.ts'

const { open, yumen } = demo()
const PATH = '/dashboard/api-keys'
const MODEL = 'gpt-5.5'

const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name, visible: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** What the gateway answers to a secret: the models it may ask for, or the status of the refusal. */
async function allowed(secret: string): Promise<string[] | number> {
  const answer = await fetch(`${yumen().origin}/v1/models`, { headers: { authorization: `Bearer ${secret}` } })
  if (!answer.ok) return answer.status
  return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
}

test('the button of the dashboard that says so creates a key at once', async () => {
  const page = await open('/dashboard', { locale: 'en' })
  const { dashboard, keys } = wordsIn('en')
  await page.getByRole('link', { name: dashboard('createKey'), exact: true }).click()
  const drawer = page.getByRole('dialog', { name: keys('drawer.create') })
  await drawer.getByLabel(keys('form.name')).first().waitFor()
  await page.context().close()
})

test('a key is made by keyboard alone, with a limit and a model, and its secret is shown once', async () => {
  const page = await open('/dashboard', { locale: 'en' })
  const { keys, limits } = wordsIn('en')
  await page.locator('.dash-recent tbody tr').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await button(page, keys('action.more', { name: 'Claude Code' })).waitFor()
  await page.keyboard.press('c')
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  // Nobody leads the caret: it stands where the name goes.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await page.keyboard.press('Control+Enter')
  await drawer
    .getByRole('alert')
    .filter({ hasText: keys('rule.name') })
    .waitFor()
  await page.keyboard.type('Keyboard')
  await drawer.getByRole('button', { name: keys('form.advanced') }).press('Enter')
  const limit = limits('named.cost', { window: limits('window.month') })
  await drawer.getByRole('button', { name: `${limits('field.add')} ${limit}` }).press('Enter')
  await drawer.getByRole('textbox', { name: limits('field.max') }).press('7')
  await drawer.getByRole('radio', { name: keys('form.models_some') }).press('Space')
  const models = drawer.getByRole('textbox', { name: keys('form.models_search') })
  await models.pressSequentially(MODEL)
  await models.press('Enter')
  await drawer.getByText(keys('form.set', { count: 2 })).waitFor()
  await checkPage(page, 'a filled form')
  await page.keyboard.press('Control+Enter')

  await drawer.getByText(keys('created.once')).waitFor()
  // Neither Escape nor the way back takes it along before it is copied.
  await page.evaluate(() => history.back())
  await drawer.getByText(keys('created.leave')).waitFor()
  expect(new URL(page.url()).pathname).toBe(PATH)
  await button(drawer, keys('created.copy')).press('Enter')
  await expect.poll(() => clipboard(page)).toMatch(/^sk-ym-\w{32,}$/)
  const secret = await clipboard(page)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(searchOf(page)).toBe('')
  expect(await page.content()).not.toContain(secret)
  expect(await allowed(secret)).toEqual([MODEL])
  await row(page, 'Keyboard').getByText('$7').waitFor()
  await page.reload()
  await row(page, 'Keyboard').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.context().close()
})

test.each(BOTH)('$how: a key is found, rotated, stopped, let go again, and deleted by its name', async (way) => {
  const { hand, locale } = way
  const words = wordsIn(locale)
  const { keys, ui } = words
  const name = `Laptop ${locale}`
  const page = await open(PATH, { locale })
  const first = await createKey({ page, words }, name)
  await page.keyboard.press('/')
  await page.keyboard.type(`Laptop ${locale}`)
  await expect.poll(() => page.locator('tbody tr').filter({ visible: true }).count()).toBe(1)
  await page.waitForURL('**?q=Laptop*')
  await page.reload()
  await row(page, name).waitFor()
  expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(1)

  const second = await rotated(page, hand, { name, words })
  expect(second).not.toBe(first)
  for (const secret of [first, second]) expect(await allowed(secret)).toContain(MODEL)
  await row(page, name)
    .getByText(keys('rotate.old', { count: 1 }))
    .waitFor()

  await choose(page, hand, { name, words, what: keys('action.disable') })
  await row(page, name).getByText(ui('status.key_disabled')).waitFor()
  expect(await Promise.all([first, second].map(allowed))).toEqual([401, 401])
  await choose(page, hand, { name, words, what: keys('action.enable') })
  await row(page, name).getByText(ui('status.key_disabled')).waitFor({ state: 'detached' })
  expect(await allowed(second)).toContain(MODEL)

  await choose(page, hand, { name, words, what: keys('action.delete') })
  const question = page.getByRole('alertdialog')
  const sure = button(question, keys('ask.delete_yes'))
  await question.getByRole('textbox').fill('Laptop')
  expect(await sure.isDisabled()).toBe(true)
  await question.getByRole('textbox').fill(name)
  await hand.press(sure)
  await page.getByText(keys('done.deleted', { name })).waitFor()
  await page.getByText(keys('none.title')).waitFor()
  expect(await allowed(second)).toBe(401)
  await hand.press(button(page, keys('none.clear')))
  await row(page, 'Claude Code').waitFor()
  expect(searchOf(page)).toBe('')
  await page.context().close()
})

test.each(BOTH)('$how: the drawer of a key tells what was done to it, at once', async ({ hand, locale }) => {
  const words = wordsIn(locale)
  const { keys, activity } = words
  const name = `Told ${locale}`
  const page = await open(PATH, { locale })
  await createKey({ page, words }, name)
  await choose(page, hand, { name, words, what: keys('action.details') })
  const drawer = page.getByRole('dialog', { name })
  await hand.press(drawer.getByRole('tab', { name: keys('details.changes') }))
  const told = drawer.locator('li')
  await told.filter({ hasText: `${activity('kind.key.created')} ${name}` }).waitFor()
  expect(await told.count()).toBe(1)
  await hand.press(button(drawer, keys('action.disable')))
  await told.filter({ hasText: `${activity('kind.key.disabled')} ${name}` }).waitFor()
  expect(await told.count()).toBe(2)
  await checkPage(page, 'what was done to a key')
  await page.context().close()
})

type Choice = { name: string; words: Words }

/** Takes a line of a key’s menu. */
async function choose(page: Page, hand: Hand, { name, words, what }: Choice & { what: string }): Promise<void> {
  await hand.pick(button(page, words.keys('action.more', { name })), page.getByRole('menuitem', { name: what }))
}

/** Gives a key a new secret, the old one an hour more, and tells the new one as it came to the clipboard. */
async function rotated(page: Page, hand: Hand, { name, words }: Choice): Promise<string> {
  const { keys } = words
  await choose(page, hand, { name, words, what: keys('action.rotate') })
  const question = page.getByRole('dialog', { name: keys('rotate.title', { name }) })
  await hand.choose(
    question.getByRole('group', { name: keys('rotate.overlap') }).last(),
    keys('rotate.hours', { count: 1 }),
  )
  await question.getByText(keys('rotate.effect', { count: 1 })).waitFor()
  await checkPage(page, 'rotate')
  await hand.press(button(question, keys('rotate.do')))
  const drawer = page.getByRole('dialog').filter({ hasText: keys('created.once') })
  await hand.press(button(drawer, keys('created.copy')))
  await drawer.getByText(keys('created.copied'), { exact: true }).waitFor()
  const secret = await clipboard(page)
  await hand.press(button(drawer, keys('created.finish')))
  await drawer.waitFor({ state: 'detached' })
  return secret
}

test.each(BOTH)('$how: two keys at once are stopped and let go again', async ({ hand, locale }) => {
  const page = await open(PATH, { locale })
  const { keys, ui } = wordsIn(locale)
  const names = ['Claude Code', 'Cherry Studio']
  const disabled = names.map((name) => row(page, name).getByText(ui('status.key_disabled')))
  for (const name of names)
    await hand.tick(page.getByRole('checkbox', { name: keys('pick.one', { name }) }).filter({ visible: true }))
  const bar = page.getByRole('region').filter({ hasText: keys('bulk.picked', { count: 2 }) })
  await hand.press(button(bar, keys('action.disable')))
  const question = page.getByRole('alertdialog', { name: keys('bulk.disable', { count: 2 }) })
  await hand.press(button(question, keys('action.disable')))
  for (const one of disabled) await one.waitFor()
  await page.getByText(keys('done.disabled_many', { count: 2 })).waitFor()
  await hand.press(button(bar, keys('action.enable')))
  for (const one of disabled) await one.waitFor({ state: 'detached' })
  await hand.press(button(bar, keys('bulk.clear')))
  await bar.waitFor({ state: 'detached' })
  await page.context().close()
})
