import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ENGLISH, operated } from './operator.ts'
import { drawn } from './visit.ts'

const { operator } = operated()

/** What sticks out of its card at the right; tables scroll in a place of their own. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.card')].flatMap((card) => {
      const edge = card.getBoundingClientRect().right
      return (
        [...card.querySelectorAll('*')]
          .filter((one) => one.closest('.tw, pre, .vh, .sr-only') === null)
          // What is cut off where it would stick out is not seen.
          .filter((one) => one.getBoundingClientRect().right > edge + 1 && one.checkVisibility())
          .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`)
      )
    }),
  )

test.each(['/dashboard', '/admin/dashboard', '/dashboard/activity-logs', '/admin/models-providers'])(
  'in a small window nothing of %s leaves its card',
  async (path) => {
    const page = await operator.open(path, ENGLISH)
    await page.locator('.card h2').first().waitFor()
    await expect.poll(() => page.locator('.card [aria-busy=true]').count()).toBe(0)
    for (const width of [1280, 1150, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await drawn(page)
      await expect.poll(() => outside(page), { message: `at ${width}` }).toEqual([])
    }
    await page.context().close()
  },
)

test('in a small window what happened to an account is read in lines, not letter by letter', async () => {
  const page = await operator.open('/dashboard/activity-logs', ENGLISH)
  await page.locator('.er').first().waitFor()
  for (const width of [1280, 1150, 1024, 900]) {
    await page.setViewportSize({ width, height: 800 })
    const highest = () => page.locator('.er').evaluateAll((all) => Math.max(...all.map((one) => one.clientHeight)))
    await expect.poll(highest, { message: `at ${width}` }).toBeLessThanOrEqual(90)
  }
  await page.context().close()
})
