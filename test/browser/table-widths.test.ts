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

test.each([
  ['/dashboard/api-keys', 1],
  ['/dashboard/usage', 2],
  ['/dashboard/usage?tab=requests', 1],
  ['/dashboard/models-providers', 1],
  ['/admin/usage', 2],
  ['/admin/usage?tab=requests', 1],
])('on a laptop the tables of %s are read without scrolling sideways, in both languages', async (path, tables) => {
  for (const look of [USUAL, ENGLISH]) {
    const page = await operator.open(path, look)
    await page.setViewportSize(LAPTOP)
    await page.locator('.tw tbody tr').nth(1).waitFor()
    await expect.poll(() => page.locator('.tw').count()).toBeGreaterThanOrEqual(tables)
    for (const [name, over] of Object.entries(await hidden(page))) expect([name, over]).toEqual([name, 0])
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
