import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closed } from './changed-list.ts'
import { USUAL } from './chromium.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator, yumen } = operated()
const { limits, profile, usage } = wordsIn('zh-CN')

type Row = { id: string; name: string; current: { cost: string } }

/** Lets every breakdown have the rows that are made of its first. */
const withRows = (page: Page, rowsOf: (first: Row) => Row[]) =>
  page.route('**/usage/breakdown?**', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = (await response.json()) as { items: Row[] }
    const [first] = items
    await route.fulfill({ response, json: { ...rest, items: first ? rowsOf(first) : [] } })
  })

test('on a dashboard that stays open the own keys and limits are asked for again', async () => {
  const page = await operator.open('/dashboard/settings')
  await page.clock.install()
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), billing: 'prepaid', balance: '5.00' } })
  })
  await page.goto('/dashboard')
  await page.locator('.dash-list li').first().waitFor()
  await page.getByRole('heading', { name: limits('quota.title') }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.clock.runFor(61_000)
  await expect.poll(() => asked).toEqual(expect.arrayContaining(['/api/keys', '/api/users/me']))
  await closed(page)
})

test('a model that cost next to nothing is not said to have cost nothing of the whole', async () => {
  const page = await operator.open('/dashboard/settings')
  await withRows(page, (first) => [
    { ...first, current: { ...first.current, cost: '1000' } },
    { ...first, id: 'little', name: 'little', current: { ...first.current, cost: '0.4' } },
  ])
  await page.goto('/dashboard')
  await page.locator('.rank li').nth(1).waitFor()
  expect(await page.locator('.rank li').nth(1).innerText()).toContain('<0.1%')
  await closed(page)
})

test('on a phone the breakdown shows its first rows, and all of them when they are asked for', async () => {
  const page = await operator.open('/dashboard/settings', { ...USUAL, width: 390 })
  await withRows(page, (first) => Array.from({ length: 500 }, (__, at) => ({ ...first, id: `m${at}`, name: `m${at}` })))
  await page.goto('/dashboard/usage')
  const cards = page.locator('.us-card')
  await cards.first().waitFor()
  expect(await cards.count()).toBe(10)
  await page.getByRole('button', { name: usage('showAll', { count: 500 }) }).click()
  await expect.poll(() => cards.count()).toBe(500)
  await closed(page)
})

test('a session whose end is asked for twice is ended once, and nothing has failed', async () => {
  await fetch(`${yumen.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(yumen.admin),
  })
  const page = await operator.open('/dashboard/profile')
  const ended: string[] = []
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/users/me/sessions/*', async (route) => {
    ended.push(route.request().url())
    await pressed.promise
    await route.continue()
  })
  const end = page.getByRole('button', { name: profile('sessions.end'), exact: true }).first()
  await end.click()
  await expect.poll(() => ended.length).toBe(1)
  await end.evaluate((button: HTMLButtonElement) => button.click())
  pressed.resolve()
  await page.getByText(profile('sessions.ended'), { exact: true }).waitFor()
  expect(ended).toHaveLength(1)
  await closed(page)
})

test('a view that could not be let go of is not said to be gone', async () => {
  await operator.ask('PATCH', '/api/users/me/preferences', { views: [{ name: '我的', search: '?model=gpt-5.5' }] })
  const page = await operator.open('/dashboard/usage?tab=requests&model=gpt-5.5')
  await page.route('**/api/users/me/preferences', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { detail: '不行', code: 'refused', request_id: 'r' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: usage('views.is', { name: '我的' }) }).press('Enter')
  await page.getByRole('menuitem', { name: usage('views.remove', { name: '我的' }) }).press('Enter')
  await page.getByText(usage('views.failed_save')).waitFor()
  expect(await page.getByText(usage('views.removed', { name: '我的' })).count()).toBe(0)
  await closed(page)
})
