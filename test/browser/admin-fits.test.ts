import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn } from './visit.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()

/** A small laptop. */
const LAPTOP = { width: 1280, height: 800 }

/** The tables that are wider than their place. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tw')].flatMap((place) => {
      const over = place.scrollWidth - place.clientWidth
      return over > 0 ? [`${place.querySelector('table')?.getAttribute('aria-label')}: ${over}`] : []
    }),
  )

test.each([
  '/admin/dashboard',
  '/admin/users',
  '/admin/models-providers',
  '/admin/models-providers?tab=models',
  '/admin/models-providers?tab=routing&ask=gpt-5.5',
  '/admin/usage?tab=cohorts',
  '/admin/audit-logs',
  '/admin/system?section=about',
])('in English the tables of %s fit a small laptop, and a large screen', async (path) => {
  const page = await operator.open(path, ENGLISH)
  for (const size of [LAPTOP, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    await drawn(page)
    await page.locator('.tw tbody tr').first().waitFor()
    await expect.poll(() => tooWide(page), { message: `at ${size.width}` }).toEqual([])
  }
  await page.context().close()
})

test('the tables of a provider fit a small laptop', async () => {
  const { items } = await operator.ask<{ items: { id: string; name: string }[] }>('GET', '/api/admin/providers')
  for (const { id } of items) {
    const page = await operator.open(`/admin/providers/${id}?range=30d`, ENGLISH)
    await page.setViewportSize(LAPTOP)
    await page.getByRole('heading', { name: wordsIn('en').providers('detail.errors.title') }).waitFor()
    await drawn(page)
    await expect.poll(() => tooWide(page)).toEqual([])
    await page.context().close()
  }
})
