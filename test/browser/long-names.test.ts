import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeList, closed } from './changed-list.ts'
import { demo } from './demo.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const PATH = '/dashboard/api-keys'
const { keys, usage } = wordsIn('zh-CN')
const PHONE = { width: 390, height: 844 }
/** The longest names there may be: of letters that break nowhere, and of characters that break anywhere. */
const LETTERS = 'm'.repeat(64)
const HAN = '密'.repeat(64)
const NOTE = 'n'.repeat(200)

/** Makes a key with the page's own session and gives its id. */
const newKey = (page: Page, body: { name: string; note?: string }) =>
  page.evaluate(async (text) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch('/api/keys', { method: 'POST', headers, body: text })
    return ((await answer.json()) as { id: string }).id
  }, JSON.stringify(body))

/** What reaches over the right edge of the box it stands in. */
const spilled = (page: Page, box: string) =>
  page.evaluate((selector) => {
    const boxes = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    return boxes.flatMap((outer) =>
      [...outer.querySelectorAll('*')].flatMap((inner) => {
        const by = Math.round(inner.getBoundingClientRect().right - outer.getBoundingClientRect().right)
        return by > 0 && inner.checkVisibility() ? [`${inner.textContent.slice(0, 12)} by ${by}`] : []
      }),
    )
  }, box)

/** By how many pixels the head of the drawer is narrower than what it says. */
const squeezed = (page: Page, what: string) =>
  page.locator(`.dh ${what}`).evaluate((one) => one.scrollWidth - one.clientWidth)

/** What is cut off with dots. */
const cut = (page: Page, box: string) =>
  page.evaluate((selector) => {
    const inside = [...document.querySelectorAll(`${selector} *`)].filter((one) => one.checkVisibility())
    return inside
      .filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0)
      .map((one) => one.textContent)
  }, box)

/** Which figures go over two lines. */
const broken = (page: Page, figures: string) =>
  page.evaluate((selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    return shown.filter((one) => one.getBoundingClientRect().height > 24).map((one) => one.textContent)
  }, figures)

test('the longest names and notes stay in their places', async () => {
  const page = await open(PATH)
  await page.getByRole('table').waitFor()
  await newKey(page, { name: LETTERS, note: NOTE })
  const id = await newKey(page, { name: HAN })
  await page.goto(PATH)
  await page.locator('tbody').getByText(HAN).waitFor()
  await expect.poll(() => spilled(page, '.keys-name')).toEqual([])

  await page.goto('/dashboard/tutorial')
  await page.locator('.tu-check').getByText(HAN).waitFor()
  await expect.poll(() => spilled(page, '.tu-check')).toEqual([])

  await page.goto(`${PATH}?key=${id}`)
  await page.getByRole('dialog').getByRole('tablist').waitFor()
  await expect.poll(() => squeezed(page, 'kbd')).toBe(0)
  await expect.poll(() => squeezed(page, '.m')).toBe(0)

  await page.setViewportSize(PHONE)
  await page.goto(PATH)
  await page.locator('.keys-card').getByText(NOTE).waitFor()
  await expect.poll(() => spilled(page, '.keys-card')).toEqual([])
})

test('a drawer says what was made, however long the name of it', async () => {
  const page = await open(`${PATH}?new=1`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: keys('form.name') }).fill(HAN)
  await drawer.getByRole('button', { name: keys('create') }).click()
  await drawer.getByText(keys('created.once')).waitFor()
  await expect.poll(() => squeezed(page, 'h2')).toBe(0)
  await expect.poll(() => squeezed(page, 'kbd')).toBe(0)
})

test('a key that nothing was asked with is filtered by under its name', async () => {
  const page = await open(PATH)
  await page.getByRole('table').waitFor()
  const id = await newKey(page, { name: 'Idle' })
  await page.goto(`/dashboard/usage?key=${id}`)
  await page.getByText(usage('filterIs', { name: usage('dimension.key'), values: 'Idle' })).waitFor()
})

test('the longest name of a model leaves its cost its place in a ranking', async () => {
  const page = await open('/dashboard/tutorial')
  await changeList(page, /\/usage\/breakdown/, { name: 'm'.repeat(120) })
  for (const size of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await page.goto('/dashboard')
    await page.locator('.rank .el').first().waitFor()
    await expect.poll(() => spilled(page, '.rank')).toEqual([])
  }
  await closed(page)
})

test('the longest name of a model leaves what its request came to, and its errors, in sight', async () => {
  const page = await open('/dashboard/tutorial')
  const name = 'm'.repeat(120)
  await changeList(page, /\/usage\/requests/, { model: name })
  await changeList(page, /\/usage\/errors/, { top_model: name, message: name })
  for (const [path, at, tables] of [
    ['/dashboard', '.dash-model', 1],
    ['/dashboard/usage', '.us-model', 2],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await page.locator(at).first().waitFor()
    await page
      .locator('.tw')
      .nth(tables - 1)
      .waitFor()
    const over = () =>
      page.evaluate(() => [...document.querySelectorAll('.tw')].map((one) => one.scrollWidth - one.clientWidth))
    await expect.poll(over).toEqual(Array(tables).fill(0))
    await page.setViewportSize(PHONE)
    await page.locator('.rq-card').first().waitFor()
    await expect.poll(() => spilled(page, '.rq-card')).toEqual([])
  }
  await closed(page)
})

test('on a phone the figures of a slow and dear request are each in one piece and in their card', async () => {
  const page = await open('/dashboard/tutorial', { locale: 'en' })
  const usage = { input: 4_100_000, cache_read: 0, cache_write_5m: 0, cache_write_1h: 0, output: 123_000, reasoning: 0 }
  const slow = { first_token_ms: 161_000, total_ms: 685_000, cost: '12.345678', usage }
  await changeList(page, /\/usage\/requests/, slow)
  await page.setViewportSize(PHONE)
  await page.goto('/dashboard/usage?tab=requests')
  await page.locator('.rq-card').first().waitFor()
  await expect.poll(() => spilled(page, '.rq-card')).toEqual([])
  await expect.poll(() => broken(page, '.rq-card .text-cell > *')).toEqual([])
  await closed(page)
})

test('on a phone the breakdown has each figure in one piece in English too', async () => {
  const page = await open('/dashboard/usage', { locale: 'en' })
  await page.setViewportSize(PHONE)
  await page.locator('.us-card').first().waitFor()
  await page
    .getByText(/^[\d.]+M tokens$/)
    .first()
    .waitFor()
  expect(await broken(page, '.us-card .row *:not(:has(*))')).toEqual([])
})

test('what a provider is compared with and speaks is said to the end, in both languages', async () => {
  for (const locale of ['zh-CN', 'en'] as const) {
    const page = await open('/dashboard/models-providers?tab=providers', { locale })
    await page.locator('.pv-card').first().waitFor()
    await expect.poll(() => cut(page, '.pv-card')).toEqual([])
    for (const size of [PHONE, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      await page.getByRole('link', { name: 'OpenAI', exact: true }).click()
      await page.locator('.pd-kpis').waitFor()
      await expect.poll(() => cut(page, '.pd-kpis')).toEqual([])
      await page.goBack()
    }
    await page.context().close()
  }
})
