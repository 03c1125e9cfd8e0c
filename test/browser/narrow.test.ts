import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { USUAL, type Look } from './chromium.ts'
import { checkPage } from './page-check.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator, stranger, yumen } = operated()
const { usage, profile } = wordsIn('en')

const PHONE: Look = { ...ENGLISH, width: 390 }

/** Whether all of something is inside the window, and not cut by a place that scrolls. */
const inSight = (what: Locator): Promise<boolean> =>
  what.evaluate((one) => {
    const { left, right, top } = one.getBoundingClientRect()
    const at = document.elementFromPoint(right - 4, top + one.clientHeight / 2)
    return left >= 0 && right <= innerWidth && (one === at || one.contains(at))
  })

test('on a phone filters are unfolded, and what takes the requests out is in sight however many are in force', async () => {
  const page = await operator.open('/admin/usage?tab=requests&status=5xx', PHONE)
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  await named(usage('removeFilter', { name: usage('dimension.status') })).waitFor()
  await expect.poll(() => inSight(named(usage('export.name')))).toBe(true)
  await expect.poll(() => inSight(named(usage('refresh')))).toBe(true)
  expect(await named(usage('dimension.model')).count()).toBe(0)
  await named(usage('filters')).press('Enter')
  for (const dimension of ['user', 'model', 'client'] as const)
    await expect.poll(() => inSight(named(usage(`dimension.${dimension}`)))).toBe(true)
  await expect.poll(() => named(usage('filters')).getAttribute('aria-expanded')).toBe('true')
  await checkPage(page, 'unfolded filters')
  await page.context().close()
})

test('on a phone the chart of the usage is grouped and graded by two choices in sight', async () => {
  const page = await operator.open('/admin/usage', PHONE)
  const group = page.getByRole('button', { name: `${usage('groupBy')}: ${usage('dimension.model')}` })
  const grade = page.getByRole('button', { name: usage('bucketIs', { bucket: usage('bucket.day') }) })
  await grade.scrollIntoViewIfNeeded()
  await expect.poll(() => inSight(grade)).toBe(true)
  await expect.poll(() => inSight(group)).toBe(true)
  await group.click()
  await page.getByRole('menuitemcheckbox', { name: usage('dimension.key'), exact: true }).click()
  await page.waitForURL('**by=key')
  await page.context().close()
})

test('on a phone the way back from a provider stands under its name, both in full', async () => {
  const { items } = await operator.ask<{ items: { id: string }[] }>('GET', '/api/admin/providers')
  const page = await operator.open(`/admin/providers/${items[0]?.id}`, PHONE)
  const back = page.getByRole('link', { name: wordsIn('en').providers('title'), exact: true })
  await back.waitFor()
  const cut = (what: Locator) => what.evaluate((one) => one.scrollWidth > one.clientWidth)
  await expect.poll(() => cut(page.locator('h1'))).toBe(false)
  await expect.poll(() => inSight(back)).toBe(true)
  await back.click()
  await page.waitForURL('**/admin/models-providers')
  await page.context().close()
})

test('on a phone every session says when it was last active', async () => {
  const page = await operator.open('/dashboard/profile', PHONE)
  const sessions = page.getByRole('list', { name: profile('sessions.title') }).getByRole('listitem')
  await sessions.first().waitFor()
  for (const said of await sessions.allInnerTexts()) expect(said).toContain(profile('sessions.seen'))
  await checkPage(page, 'sessions on a phone')
  await page.context().close()
})

test('on a desktop the address that clients are given is read to its end', async () => {
  const values = { 'site.public_origin': 'https://gateway.rather-long.example.com' }
  await operator.ask('PATCH', '/api/admin/settings', { values, password: yumen.admin.password })
  for (const look of [USUAL, ENGLISH]) {
    const page = await operator.open('/dashboard/tutorial', look)
    const address = page.locator('.tu-url .m')
    await page.locator('.tu-url', { hasText: 'rather-long' }).waitFor()
    await expect.poll(() => address.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false)
    await checkPage(page, 'the tutorial with a long address')
    await page.context().close()
  }
})

test('at the sign-in in English a phone shows the mark in its full size', async () => {
  const page = await stranger(PHONE)
  await page.goto('/login')
  const mark = await page.locator('.login svg').first().boundingBox()
  expect([mark?.width, mark?.height]).toEqual([36, 36])
  await page.context().close()
})

test.each(['/dashboard', '/admin/dashboard'])('%s has room in a small window', async (path) => {
  const page = await operator.open(path, ENGLISH)
  await page.locator('.lg').first().waitFor()
  for (const width of [1180, 1000, 870]) {
    await page.setViewportSize({ width, height: 800 })
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(wide, { message: `at ${width}` }).toBeLessThanOrEqual(0)
  }
  await page.context().close()
})
