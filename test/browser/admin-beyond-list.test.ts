import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { allkeys, keys, providers, routing, ui, users } = wordsIn('zh-CN')
const { operator } = operated([], { ADMIN_PASSWORD: 'administrators-own-words' })

type Listed = { items: { id: string; name: string }[]; next: string | null }
type Beyond = { id: string; name: string }

/** More than a list shows before it is scrolled. */
const MANY = 51
let user: Beyond
let key: Beyond

/** What stands on the second page of a list. */
async function beyond(path: string): Promise<Beyond> {
  const { next } = await operator.ask<Listed>('GET', `${path}?tz=UTC&limit=50`)
  const { items } = await operator.ask<Listed>('GET', `${path}?tz=UTC&limit=50&cursor=${next}`)
  const [found] = items
  if (!found) throw new Error(`nothing of ${path} is beyond its first page`)
  return found
}

beforeAll(async () => {
  const lines = Array.from({ length: MANY }, (_, at) => `u${at}@example.com,User ${at},user`)
  const csv = `email,name,role\n${lines.join('\n')}`
  await operator.ask('POST', '/api/admin/users/import', { csv, dry_run: false })
  user = await beyond('/api/admin/users')
  for (let at = 0; at < MANY; at += 1) {
    await operator.ask('POST', '/api/admin/keys', { user: user.id, name: `Key ${at}` })
  }
  key = await beyond('/api/admin/keys')
})

const form = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('an account beyond the list is edited from its drawer', async () => {
  const page = await operator.open(`/admin/users?user=${user.id}`)
  await button(page, users('act.edit')).click()
  const name = form(page, users('act.edit')).getByLabel(users('field.name'))
  await expect.poll(() => name.inputValue()).toBe(user.name)
  await name.fill('Renamed')
  await button(page, users('form.save')).click()
  await form(page, users('act.edit')).waitFor({ state: 'detached' })
  expect(await operator.ask('GET', `/api/admin/users/${user.id}?tz=UTC`)).toMatchObject({ name: 'Renamed' })
  await page.context().close()
})

test('a key beyond the list is edited from its drawer', async () => {
  const page = await operator.open(`/admin/keys?key=${key.id}`)
  await button(page, allkeys('act.edit')).click()
  const name = form(page, allkeys('act.edit')).getByRole('textbox', { name: keys('form.name') })
  await expect.poll(() => name.inputValue()).toBe(key.name)
  await name.fill('Renamed')
  await button(page, keys('form.save')).click()
  await form(page, allkeys('act.edit')).waitFor({ state: 'detached' })
  expect(await operator.ask('GET', `/api/admin/keys/${key.id}?tz=UTC`)).toMatchObject({ name: 'Renamed' })
  await page.context().close()
})

/** Opens an address whose drawer's code comes later than the answer to what it asks. */
async function openSlowly(page: Page, path: string, asked: string) {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === asked)
  await page.route(/\/drawer-panel-/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(path)
}

test('an address that edits what is not there says so, whether its code or its answer comes first', async () => {
  const page = await operator.open('/admin/users?edit=nobody')
  const gone = form(page, users('act.edit')).getByText(users('gone.title'))
  await gone.waitFor()
  await page.goto('/admin/keys?edit=nothing')
  await form(page, keys('details.gone')).waitFor()
  await openSlowly(page, '/admin/users?edit=nobody', '/api/admin/users/nobody')
  await gone.waitFor()
  await page.context().close()
})

test.each([
  ['/admin/users?user=nobody', '/api/admin/users/nobody', users('gone.title')],
  ['/admin/audit-logs?event=nothing', '/api/admin/audit/nothing', ui('error.title')],
])('%s says that it is not there, though its code comes later', async (path, asked, said) => {
  const page = await operator.open('/admin/users')
  await openSlowly(page, path, asked)
  await page.locator('.drawer').getByText(said, { exact: true }).waitFor()
  await page.context().close()
})

test('a request of anybody is simulated, however many accounts there are', async () => {
  const page = await operator.open('/admin/models-providers?tab=routing')
  // Whoever simulates is asked about first, though their account is the oldest of all.
  const asker = page.locator('.f').filter({ hasText: routing('simulation.user') })
  const me = await operator.ask<{ email: string }>('GET', '/api/users/me')
  await asker.getByText(me.email, { exact: true }).waitFor()
  await asker.getByRole('button', { name: ui('person.other') }).press('Enter')
  const search = page.getByLabel(routing('simulation.user'), { exact: true })
  await expect.poll(() => search.evaluate((one) => one === document.activeElement)).toBe(true)
  await search.fill('u7@example.com')
  await asker.getByRole('button', { name: 'User 7', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('for')).toBeTruthy()
  await asker.getByText('u7@example.com').waitFor()
  await page.context().close()
})

test('a search that finds none of the models of a provider says so, on a phone too', async () => {
  const routes = Array.from({ length: 12 }, (_, at) => ({ model: `many-${at}` }))
  const made = { slug: 'many', name: 'Many', preset: 'openai', routes }
  const { id } = await operator.ask<Beyond>('POST', '/api/admin/providers', made)
  const page = await operator.open(`/admin/providers/${id}`, { ...USUAL, width: 390 })
  await page.getByRole('searchbox', { name: providers('detail.searchRoutes') }).fill('nothing like it')
  await page.getByText(providers('picks.nothing', { query: 'nothing like it' })).waitFor()
  await page.context().close()
})
