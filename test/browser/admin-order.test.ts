import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Look } from './chromium.ts'
import { button, downloaded } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { allkeys, keys, providers, ui, users } = wordsIn('en')
const { operator } = operated()

type Ordered = { items: { name: string }[] }

const table = (page: Page, title: string) => page.getByRole('table', { name: title })
const head = (page: Page, title: string, name: string) =>
  table(page, title).getByRole('columnheader', { name, exact: true })

/** The names that the API gives in an order, by the month of whoever looks, and what is shown first in each row of a table. */
const asked = async (path: string, sort: string) =>
  (await operator.ask<Ordered>('GET', `${path}?tz=Asia/Shanghai&sort=${sort}`)).items.map(({ name }) => name)
const shown = (page: Page, title: string) =>
  table(page, title)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('button')?.textContent))

test.each([
  {
    path: '/api/admin/users',
    at: '/admin/users',
    title: users('title'),
    by: users('col.requests'),
    column: 'requests',
  },
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

test.each([
  { at: '/admin/users', title: users('title'), by: users('col.cost') },
  { at: '/admin/keys', title: allkeys('title'), by: allkeys('col.cost') },
  { at: '/admin/models-providers?tab=models', title: providers('tab.models'), by: providers('modelList.week') },
])('$at begins with what costs or is asked most, without a word in the address', async ({ at, title, by }) => {
  const page = await operator.open(at, ENGLISH)
  await expect.poll(() => head(page, title, by).getAttribute('aria-sort')).toBe('descending')
  expect(page.url().endsWith(at)).toBe(true)
  const place = await head(page, title, by).evaluate((cell) => [...(cell.parentElement?.children ?? [])].indexOf(cell))
  const amounts = async () => {
    const figures = await table(page, title)
      .locator('tbody tr')
      .evaluateAll((rows, nth) => rows.map((row) => row.children[nth]?.textContent ?? ''), place)
    return figures.map((figure) => Number(figure.replaceAll(/[$,]/g, '')) || 0)
  }
  // What was asked for in a week comes after the models.
  await expect.poll(async () => Math.max(...(await amounts()))).toBeGreaterThan(0)
  const falling = (await amounts()).toSorted((a, b) => b - a)
  await expect.poll(amounts).toEqual(falling)
  await page.context().close()
})

test.each([
  { at: '/admin/users', title: users('title'), by: users('col.requests'), saves: users('export.csv'), name: 2 },
  { at: '/admin/keys', title: allkeys('title'), by: allkeys('col.key'), saves: keys('export.csv'), name: 3 },
])('what $at saves is in the order that is shown', async ({ at, title, by, saves, name }) => {
  const page = await operator.open(at, ENGLISH)
  await button(page, by).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).not.toBeNull()
  await expect.poll(() => head(page, title, by).getAttribute('aria-sort')).not.toBe('none')
  const names = await asked(`/api${at}`, new URL(page.url()).searchParams.get('sort') ?? '')
  await page.locator('[data-export]').click()
  const { text } = await downloaded(page, () => page.getByRole('menuitem', { name: saves }).click())
  const saved = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[name])
  expect(saved.slice(0, names.length)).toEqual(names)
  await page.context().close()
})

const PHONE: Look = { ...ENGLISH, width: 390 }

test.each([
  {
    path: '/api/admin/users',
    at: '/admin/users',
    title: users('title'),
    by: users('col.requests'),
    column: 'requests',
  },
  { path: '/api/admin/keys', at: '/admin/keys', title: allkeys('title'), by: allkeys('col.used'), column: 'used' },
  { path: '/api/keys', at: '/dashboard/api-keys', title: keys('list'), by: keys('col.name'), column: 'name' },
])(
  'on a phone the cards of $at are ordered by a choice, and the address keeps it',
  async ({ path, at, title, by, column }) => {
    const page = await operator.open(at, PHONE)
    const order = page.getByRole('combobox', { name: ui('sort.by') })
    const cards = page.getByRole('list', { name: title }).locator('li')
    const named = () => cards.evaluateAll((all) => all.map((card) => card.querySelector('button')?.textContent))
    for (const [way, sort] of [
      ['sort.rising', column],
      ['sort.falling', `-${column}`],
    ] as const) {
      await order.click()
      await page.getByRole('option', { name: ui(way, { name: by }), exact: true }).click()
      // The own keys are put in order by the console, and say no order where it is the usual one.
      if (path === '/api/keys') {
        const names = (await named()).toSorted((a = '', b = '') => (a ?? '').localeCompare(b ?? '', 'zh-CN'))
        await expect.poll(named).toEqual(way === 'sort.rising' ? names : names.toReversed())
      } else {
        const names = await asked(path, sort)
        await expect.poll(named).toEqual(names)
      }
      await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe(sort)
    }
    await page.reload()
    await expect.poll(() => order.textContent()).toBe(ui('sort.falling', { name: by }))
    await checkInBothThemes(page, `the order of ${at} on a phone`)
    await page.context().close()
  },
)
