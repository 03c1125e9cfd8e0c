import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { allkeys, users } = wordsIn('en')
const { operator } = operated()

type Ordered = { items: { name: string }[] }

const table = (page: Page, title: string) => page.getByRole('table', { name: title })
const head = (page: Page, title: string, name: string) =>
  table(page, title).getByRole('columnheader', { name, exact: true })

/** The names that the API gives in an order, and what is shown first in each row of a table. */
const asked = async (path: string, sort: string) =>
  (await operator.ask<Ordered>('GET', `${path}?tz=UTC&sort=${sort}`)).items.map(({ name }) => name)
const shown = (page: Page, title: string) =>
  table(page, title)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('button')?.textContent))

test.each([
  { path: '/api/admin/users', at: '/admin/users', title: users('title'), by: users('col.cost'), column: 'cost' },
  { path: '/api/admin/keys', at: '/admin/keys', title: allkeys('title'), by: allkeys('col.used'), column: 'used' },
])('$at is ordered by a press on a head, and the address keeps the order', async ({ path, at, title, by, column }) => {
  const page = await operator.open(at, ENGLISH)
  const order = () => head(page, title, by).getAttribute('aria-sort')
  for (const [sort, told] of [
    [`-${column}`, 'descending'],
    [column, 'ascending'],
  ] as const) {
    await button(page, by).click()
    await expect.poll(order).toBe(told)
    const names = await asked(path, sort)
    await expect.poll(() => shown(page, title)).toEqual(names)
    expect(new URL(page.url()).searchParams.get('sort')).toBe(sort)
  }
  await page.reload()
  await expect.poll(order).toBe('ascending')
  await page.context().close()
})
