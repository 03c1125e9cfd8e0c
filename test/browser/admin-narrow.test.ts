import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENGLISH, operated } from './operator.ts'

const { operator } = operated()

/** How many pixels of something stand outside its place. */
const outside = (what: Locator): Promise<number> =>
  what.evaluate((place) => Math.max(0, place.scrollWidth - place.clientWidth))

test('all columns of the breakdown are in sight on an English desktop', async () => {
  const page = await operator.open('/admin/usage?range=30d', ENGLISH)
  const table = page.locator('.us-table .tw')
  await table.getByText('100%').waitFor()
  expect(await outside(table)).toBe(0)
  await page.context().close()
})
