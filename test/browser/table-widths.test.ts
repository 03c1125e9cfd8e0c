import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
      for (const [name, over] of Object.entries(await hidden(page)))
        expect([width, name, over]).toEqual([width, name, 0])
      for (const [name, words] of Object.entries(await cut(page)))
        expect([width, name, words]).toEqual([width, name, []])
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
      for (const [name, over] of Object.entries(await hidden(page)))
        expect([width, name, over]).toEqual([width, name, 0])
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
  expect(await head.isVisible()).toBe(false)
  await page.setViewportSize({ width: 1600, height: 800 })
  expect(await head.isVisible()).toBe(true)
  await page.goto('/dashboard/usage?tab=requests&cols=at&cols=protocol&cols=status')
  await page.setViewportSize(LAPTOP)
  await head.waitFor()
  await page.context().close()
})
