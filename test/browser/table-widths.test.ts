import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeList, closed } from './changed-list.ts'
import { USUAL } from './chromium.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()

const LAPTOP = { width: 1280, height: 800 }

/** How much of each table is out of sight, by its name. */
const hidden = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.tw')].map((place) => [
        place.querySelector('table')?.getAttribute('aria-label'),
        place.scrollWidth - place.clientWidth,
      ]),
    ),
  )

/** The tables that are not all in sight; what is laid out anew by its width is so a frame after it. */
const over = async (page: Page) => Object.entries(await hidden(page)).filter(([, by]) => by !== 0)

/** What each table cuts off, by its name: figures and times never, words where no title tells them whole. */
const cut = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.tw table')].map((table) => [
        table.getAttribute('aria-label'),
        [...table.querySelectorAll<HTMLElement>('.el')]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .filter((one) => one.closest('td:is(.r, .n)') !== null || one.closest('[title]') === null)
          .map((one) => one.textContent),
      ]),
    ),
  )

const LISTS = ['/dashboard/api-keys', '/admin/keys', '/admin/models-providers?tab=models', '/admin/users']

test.each(LISTS)(
  'the names and figures of %s are read whole and in sight in every window with a table',
  async (path) => {
    const page = await operator.open(path, ENGLISH)
    await page.locator('.tw tbody tr').nth(1).waitFor()
    for (const width of [1440, 1280, 1150, 1024, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => over(page), { message: `at ${width} px` }).toEqual([])
      const short = async () => Object.entries(await cut(page)).filter(([, words]) => words.length > 0)
      await expect.poll(short, { message: `at ${width} px` }).toEqual([])
    }
    await page.context().close()
  },
)

test.each([
  ['/dashboard', 1],
  ['/dashboard/api-keys', 1],
  ['/dashboard/usage', 2],
  ['/dashboard/usage?tab=requests', 1],
  ['/dashboard/models-providers', 1],
  ['/dashboard/models-providers?pick=gpt-5.5&pick=deepseek-v4-pro&pick=claude-sonnet-5-5&pick=gemini-3.8-flash', 2],
  ['/admin/usage', 2],
  ['/admin/usage?tab=requests', 1],
  ['/admin/keys', 1],
  ['/admin/users', 1],
  ['/admin/models-providers', 1],
  ['/admin/models-providers?tab=routing&ask=gpt-5.5', 2],
  ['/admin/audit-logs', 1],
  ['/admin/dashboard', 2],
])('on a laptop the tables of %s are read without scrolling sideways, in both languages', async (path, tables) => {
  for (const look of [USUAL, ENGLISH]) {
    const page = await operator.open(path, look)
    await page.setViewportSize(LAPTOP)
    await page.locator('.tw tbody tr').nth(1).waitFor()
    await expect.poll(() => page.locator('.tw').count()).toBeGreaterThanOrEqual(tables)
    for (const width of [1440, 1280, 1150, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => over(page), { message: `at ${width} px` }).toEqual([])
    }
    await page.context().close()
  }
})

test.each(['/dashboard', '/admin/dashboard'])(
  'the requests of %s stay in sight with the widest times and states there are',
  async (path) => {
    for (const look of [USUAL, ENGLISH]) {
      const page = await operator.open(path, look)
      const at = `${new Date().getUTCFullYear()}-01-01T12:30:00Z`
      const widest = { at, status: 'cancelled', end: 'client_gone', attempts_made: 2 }
      await changeList(page, /\/usage\/requests\?/, widest)
      await page.reload()
      await page.locator('.dash-recent tbody tr').nth(1).waitFor()
      for (const width of [1440, 1280, 1150, 1024, 900]) {
        await page.setViewportSize({ width, height: 800 })
        const recent = page.locator('.tw:has(.dash-recent)')
        const outside = () => recent.evaluate((place) => place.scrollWidth - place.clientWidth)
        await expect.poll(outside, { message: `at ${width} px` }).toBe(0)
      }
      await closed(page)
    }
  },
)

test.each([
  ['/dashboard/api-keys', /\/api\/keys\?/],
  ['/admin/keys', /\/admin\/keys\?/],
])('what is done with a key of %s stays in sight beside the longest name and six figures', async (path, asked) => {
  for (const look of [USUAL, ENGLISH]) {
    const page = await operator.open('/dashboard/tutorial', look)
    const rules = { held: '0', mode: 'normal', action: 'refuse', resets_at: null }
    const cost = { metric: 'cost', window: 'month', max: '1000000', used: '123379.52', ...rules }
    const requests = { metric: 'requests', window: 'minute', max: 999_999, used: 0, ...rules, held: 0 }
    const month = { requests: 203_248, cost: '123379.52' }
    await changeList(page, asked, { name: 'm'.repeat(64), limits: [cost, requests], month })
    await page.goto(path)
    await page.locator('.tw tbody tr').nth(1).waitFor()
    for (const width of [1440, 1366, 1280, 1150, 1024, 900]) {
      await page.setViewportSize({ width, height: 800 })
      const over = async () => Object.values(await hidden(page))
      await expect.poll(over, { message: `${look.locale} at ${width} px` }).toEqual([0])
    }
    await page.context().close()
  }
})

test('what is done with a provider stays in sight beside the longest name and much that is told of it', async () => {
  const routes = Array.from({ length: 300 }, (_, n) => ({ model: `unpriced-${n}` }))
  const made = { slug: 'long', name: '一个很长的名称'.repeat(9), preset: 'openai', routes }
  await operator.ask('POST', '/api/admin/providers', made)
  for (const look of [USUAL, ENGLISH]) {
    const page = await operator.open('/admin/models-providers', look)
    await page.locator('tr:has(.grip)').filter({ hasText: made.name }).waitFor()
    for (const width of [1440, 1366, 1280, 1150, 1024, 900]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => over(page), { message: `at ${width} px` }).toEqual([])
    }
    await page.context().close()
  }
})

test('columns that were chosen stay, however narrow their place', async () => {
  const usage = wordsIn('en').usage
  const page = await operator.open('/dashboard/usage?tab=requests', ENGLISH)
  await page.setViewportSize(LAPTOP)
  const head = page.getByRole('columnheader', { name: usage('list.protocol'), exact: true })
  await page.locator('.rq tbody tr').first().waitFor()
  await expect.poll(() => head.isVisible()).toBe(false)
  await page.setViewportSize({ width: 1600, height: 800 })
  await expect.poll(() => head.isVisible()).toBe(true)
  await page.goto('/dashboard/usage?tab=requests&cols=at&cols=protocol&cols=status')
  await page.setViewportSize(LAPTOP)
  await head.waitFor()
  await page.context().close()
})
