import { expect, test } from 'vitest'
import { readCsv } from '../../src/api/csv.ts'
import { DAY_MS, dayOf } from '../../src/core/time.ts'
import { writeRange } from '../../web/src/lib/time-range.ts'
import { queryText } from '../../web/src/lib/address.ts'
import { button, demo, downloaded } from './demo.ts'
import { KEYBOARD } from './hands.ts'
import { listed, paramOf, rows } from './request-list.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const MODEL = 'gpt-5.5'
// Four days that are over: nothing comes in or falls out while a test looks.
const today = dayOf(Date.now())
const DAYS = writeRange({ from: today - 5 * DAY_MS, to: today - DAY_MS })
const REQUESTS = `/dashboard/usage?${queryText({ tab: 'requests', ...DAYS })}`

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
  await rows(page).filter({ hasNotText: MODEL }).first().waitFor()

  await page.reload()
  await listed(page)
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: VIEW }).click()
  const chosen = button(page, usage('views.is', { name: VIEW }))
  await chosen.waitFor()
  expect(paramOf(page, 'model')).toBe(MODEL)
  expect(await listed(page, MODEL)).toEqual(some)
  await page.goBack()
  await chosen.waitFor({ state: 'detached' })
  expect(paramOf(page, 'model')).toBeNull()
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
  const counted = async () => Number.parseInt(await page.locator('.us-sum').innerText(), 10)
  await expect.poll(counted).toBeGreaterThan(0)
  const total = await counted()
  const shown = await rows(page).locator('td:nth-child(2)').allInnerTexts()
  await button(page, usage('export.name')).click()
  const csv = await downloaded(page, () => page.getByRole('menuitem', { name: usage('export.csv') }).click())
  expect(csv.name).toMatch(/^yumen-usage_.*\.csv$/)
  expect(csv.text.startsWith('\u{feff}time,')).toBe(true)
  expect(csv.text.replaceAll('\r\n', '')).not.toContain('\n')
  const [heads = [], ...lines] = readCsv(csv.text).rows?.map(({ cells }) => cells) ?? []
  const column = (name: string) => lines.map((line) => line[heads.indexOf(name)] ?? '')
  expect(new Set(column('model'))).toEqual(new Set([MODEL]))
  expect(lines).toHaveLength(total)
  const ids = column('id').map((id) => id.slice(-8))
  expect(ids.slice(0, shown.length)).toEqual(shown.map((id) => id.trim()))
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
  await expect.poll(names).toEqual(before)
  await page.context().close()
})

test('the strip says how long each bar is, and that it can be dragged over', async () => {
  const page = await open(REQUESTS)
  const { usage } = wordsIn('zh-CN')
  await page.getByText(usage('strip.hint', { bucket: usage('bucket.hour') })).waitFor()
  await page.context().close()
})

test('where a word is looked for, the sums above say that they go on counting everything', async () => {
  const page = await open(REQUESTS)
  const { usage } = wordsIn('zh-CN')
  await listed(page)
  expect(await page.getByText(usage('strip.without')).count()).toBe(0)
  await page.locator('[data-search]').fill('no-such-id')
  await page.keyboard.press('Enter')
  await page.getByText(usage('strip.without')).waitFor()
  await page.getByText(usage('nothing.filtered')).waitFor()
})

test('a search that is pasted and sent at once waits until it is known what there is', async () => {
  const page = await open(REQUESTS, { locale: 'en' })
  await listed(page)
  const sent = Promise.withResolvers<void>()
  await page.route(/usage\/breakdown/, async (route) => {
    await sent.promise
    await route.continue()
  })
  const box = page.getByRole('combobox').filter({ visible: true })
  await box.fill(`model:${MODEL.slice(0, 4)}*`)
  await box.press('Enter')
  sent.resolve()
  await expect.poll(() => paramOf(page, 'model')).toBe(MODEL)
  await page.context().close()
})
