import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { keys, ui, providers } = wordsIn('zh-CN')
const { operator } = operated([], { ADMIN_PASSWORD: 'administrators-own-words' })

/** As long as a name may be. */
const NAME = '极长的名称'.repeat(12) + 'abcd'
const EMAIL = 'somebody.with.a.very.long.address@a-department.of.a-long-company.example.com'
const LOOKS = [USUAL, { ...USUAL, width: 390 as const }]
let provider: string

beforeAll(async () => {
  const user = await operator.ask<{ id: string }>('POST', '/api/admin/users', { email: EMAIL, name: NAME })
  await operator.ask('POST', '/api/admin/keys', { user: user.id, name: NAME })
  await operator.ask('POST', '/api/admin/groups', { name: NAME })
  const made = { slug: 'long', name: NAME, preset: 'openai', routes: [{ model: 'a-long-name/'.repeat(14) }] }
  provider = (await operator.ask<{ id: string }>('POST', '/api/admin/providers', made)).id
})

/** Where something begins and ends from left to right. */
async function span(what: Locator): Promise<{ left: number; right: number }> {
  const box = await what.filter({ visible: true }).first().boundingBox()
  if (box === null) throw new Error('it cannot be seen')
  return { left: box.x, right: box.x + box.width }
}

test.each(LOOKS)('a long name ends before what stands beside it, at $width', async (look) => {
  const page = await operator.open('/admin/users', look)
  const name = page.getByRole('button', { name: NAME, exact: true })
  const row = page.locator('tr, .rowcard').filter({ hasText: NAME, visible: true })
  const state = row.getByText(ui('status.key_active'), { exact: true })
  await name.filter({ visible: true }).waitFor()
  expect((await span(name)).right).toBeLessThan((await span(state)).left)
  expect((await span(page.getByText(EMAIL))).right).toBeLessThan((await span(state)).left)

  await page.goto('/admin/keys')
  const key = page.getByRole('button', { name: NAME, exact: true })
  await key.filter({ visible: true }).waitFor()
  const owner = row.getByText(NAME, { exact: true }).nth(1)
  expect((await span(key)).right).toBeLessThan((await span(owner)).left)
  expect((await span(owner)).right).toBeLessThan((await span(state)).left)
  await page.context().close()
})

test.each(LOOKS)('what a long name is offered for keeps its place, at $width', async (look) => {
  const page = await operator.open('/admin/keys?new=1', look)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: NAME }).waitFor()
  const end = (await span(drawer)).right
  expect((await span(drawer.getByPlaceholder(ui('person.search')))).right).toBeLessThan(end)
  expect((await span(drawer.getByRole('textbox', { name: keys('form.name') }))).right).toBeLessThan(end)

  await page.goto(`/admin/providers/${provider}`)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: NAME }).waitFor()
  const back = await span(page.locator('.crumb').filter({ hasText: providers('title') }))
  expect(back.right - back.left).toBeGreaterThan(40)

  await page.goto('/admin/models-providers?tab=routing')
  const strategy = page.locator('.rt-strategy[role=combobox]').first()
  await strategy.waitFor()
  expect((await span(strategy)).right).toBeLessThan(look.width)
  await page.context().close()
})
