import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readCsv } from '../../src/api/csv.ts'
import { button, demo, downloaded, searchOf } from './demo.ts'
import { KEYBOARD } from './hands.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
// Yesterday is over: nothing that comes in while a test runs can be part of it.
const MODEL = 'gpt-5.5'
const KEY = 'Cherry Studio'
const REQUESTS = '/dashboard/usage?range=yesterday&tab=requests'

const rows = (page: Page) => page.locator('table.rq tbody tr')

/** The list as it is read, row by row, once it has come and all of it has `word`. */
async function listed(page: Page, word = ''): Promise<string[]> {
  await rows(page).first().waitFor()
  const others = rows(page).filter({ hasNotText: word })
  await expect.poll(async () => (word === '' ? 0 : await others.count())).toBe(0)
  return rows(page).allInnerTexts()
}

const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('by mouse: range, tab and filter stand in the address, and reload, back and forward bring them again', async () => {
  const page = await open('/dashboard/usage')
  const { usage, charts, ui } = wordsIn('zh-CN')
  const tab = (name: 'overview' | 'requests') =>
    page.getByRole('tab', { name: usage(`tab.${name}`), exact: true, selected: true })
  await button(page, charts('range.label', { name: charts('range.30d') })).click()
  await button(page, charts('range.yesterday')).click()
  await page.waitForURL('**/usage?range=yesterday')
  await page.getByRole('tab', { name: usage('tab.requests') }).click()
  const all = await listed(page)
  await button(page, usage('dimension.model')).click()
  await page.getByRole('menuitemcheckbox', { name: MODEL }).click()
  await page.waitForURL(`**&model=${MODEL}`)
  const some = await listed(page, MODEL)
  expect(some.length).toBeLessThan(all.length)

  await page.reload()
  expect(await listed(page)).toEqual(some)
  const filtered = searchOf(page)
  await tab('requests').waitFor()
  await page.getByRole('button', { name: new RegExp(`^${usage('dimension.model')}.*${MODEL}$`, 'i') }).waitFor()

  await rows(page).nth(1).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('table').waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await page.goForward()
  await drawer.getByRole('table').waitFor()
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
  expect(searchOf(page)).toBe('?range=yesterday')
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
  await button(page, charts('range.yesterday')).press('Enter')
  await page.waitForURL('**range=yesterday')
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
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('table').waitFor()
  const opened = param(page, 'req')
  await page.keyboard.press('j')
  await expect.poll(() => param(page, 'req')).not.toBe(opened)
  await page.keyboard.press('k')
  await expect.poll(() => param(page, 'req')).toBe(opened)
  await drawer.getByRole('table').waitFor()
  await checkPage(page, 'a request')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => first.evaluate((row) => row === document.activeElement)).toBe(true)
  expect(param(page, 'req')).toBeNull()
  await page.context().close()
})

const VIEW = 'Yesterday’s GPT'

test.each(['zh-CN', 'en'] as const)('a view is kept under a name, chosen, and deleted: %s', async (locale) => {
  const page = await open(`${REQUESTS}&model=${MODEL}`, { locale })
  const { usage } = wordsIn(locale)
  const some = await listed(page)
  const menu = page.locator('.rq-find [aria-haspopup=menu]')
  await KEYBOARD.pick(menu, page.getByRole('menuitem', { name: usage('views.save') }))
  const question = page.getByRole('dialog', { name: usage('views.save_title') })
  await question.getByRole('textbox', { name: usage('views.label') }).waitFor()
  await page.keyboard.type(VIEW)
  await page.keyboard.press('Enter')
  await button(page, usage('views.is', { name: VIEW })).waitFor()
  await button(page, usage('clearFilters')).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(some.length)

  await page.reload()
  await listed(page)
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: VIEW }).click()
  const chosen = button(page, usage('views.is', { name: VIEW }))
  await chosen.waitFor()
  expect(param(page, 'model')).toBe(MODEL)
  expect(await listed(page, MODEL)).toEqual(some)
  await page.goBack()
  await chosen.waitFor({ state: 'detached' })
  expect(param(page, 'model')).toBeNull()
  await page.goForward()
  await chosen.click()
  await page.getByRole('menuitem', { name: usage('views.remove', { name: VIEW }) }).click()
  await chosen.waitFor({ state: 'detached' })
  await menu.click()
  await page.getByRole('menuitem', { name: usage('views.save') }).waitFor()
  expect(await page.getByRole('menuitemcheckbox', { name: VIEW }).count()).toBe(0)
  await page.context().close()
})

test('the file has a mark for spreadsheets, their line ends, and the rows that are filtered alone', async () => {
  const page = await open(`${REQUESTS}&model=${MODEL}`)
  const { usage } = wordsIn('zh-CN')
  await listed(page, MODEL)
  const shown = await rows(page).locator('td:nth-child(2)').allInnerTexts()
  await button(page, usage('export.name')).click()
  const csv = await downloaded(page, () => page.getByRole('menuitem', { name: usage('export.csv') }).click())
  expect(csv.name).toMatch(/^yumen-usage_.*\.csv$/)
  expect(csv.text.startsWith('\u{feff}time,')).toBe(true)
  expect(csv.text.replaceAll('\r\n', '')).not.toContain('\n')
  const [heads = [], ...lines] = readCsv(csv.text)?.map(({ cells }) => cells) ?? []
  const column = (name: string) => lines.map((line) => line[heads.indexOf(name)] ?? '')
  expect(new Set(column('model'))).toEqual(new Set([MODEL]))
  expect(column('id').map((id) => id.slice(-8))).toEqual(shown.map((id) => id.trim()))
  await page.context().close()
})

test('the eye hides the names of keys until the page is loaded again', async () => {
  const page = await open(`${REQUESTS}&model=${MODEL}`, { locale: 'en' })
  const { usage } = wordsIn('en')
  await listed(page)
  const names = () => rows(page).locator('td:nth-child(3)').allInnerTexts()
  const before = await names()
  expect(before.join('')).not.toContain('*')
  await button(page, usage('privacy')).press('Space')
  await expect.poll(async () => new Set(await names())).toEqual(new Set(['*****']))
  await page.reload()
  await listed(page)
  expect(await names()).toEqual(before)
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
