import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closed } from './changed-list.ts'
import { USUAL, type Look } from './chromium.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()

const PHONE: Look = { ...USUAL, width: 390 }
const ENGLISH_PHONE: Look = { ...ENGLISH, width: 390 }

/** How many pixels of something stand outside its place. */
const outside = (what: Locator): Promise<number> =>
  what.evaluate((place) => Math.max(0, place.scrollWidth - place.clientWidth))

test('all columns of the breakdown are in sight on an English desktop', async () => {
  const page = await operator.open('/admin/usage?range=30d', ENGLISH)
  const table = page.locator('.us-table .tw')
  await table.getByText('100%').waitFor()
  await expect.poll(() => outside(table)).toBe(0)
  await page.context().close()
})

test('what providers billed is read on a phone without moving anything sideways', async () => {
  const { analysis } = wordsIn('en')
  const page = await operator.open('/admin/usage?tab=reconcile&range=30d', ENGLISH_PHONE)
  const states = page.getByText(analysis('reconcile.waiting'), { exact: true })
  await states.first().waitFor()
  for (const state of await states.all()) {
    const box = await state.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(376)
  }
  expect(await page.locator('.tw').count()).toBe(0)
  await page.context().close()
})

test('what was done, by whom and whether it was is read on a phone without moving anything sideways', async () => {
  const { audit } = wordsIn('zh-CN')
  const page = await operator.open('/admin/audit-logs', PHONE)
  const card = page.locator('.rowcard').filter({ hasText: '数据库升级' })
  await card.waitFor()
  expect(await page.locator('.tw').count()).toBe(0)
  expect(await card.innerText()).toMatch(/创建[^]*公告[^]*成功[^]* · demo · [\d.]+/)
  const outcome = await card.getByText(audit('outcome.done')).boundingBox()
  expect((outcome?.x ?? 0) + (outcome?.width ?? 0)).toBeLessThan(376)
  await card.getByRole('button').click()
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: audit('diff.title') })
    .waitFor()
  await page.context().close()
})

test('who a simulation is for is read in full on a phone', async () => {
  const page = await operator.open('/admin/models-providers?tab=routing', PHONE)
  const email = page.locator('.rt-form .el').filter({ hasText: '@' })
  await email.waitFor()
  await expect.poll(() => outside(email)).toBe(0)
  await page.context().close()
})

/** How far to the right the parts of a place reach. */
const reach = (place: Locator): Promise<number> =>
  place.evaluate((box) => Math.max(...[...box.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)))

test('who a simulation would ask is read on a phone without moving anything sideways', async () => {
  const { routing } = wordsIn('en')
  const page = await operator.open('/admin/models-providers?tab=routing&ask=gpt-5.5', ENGLISH_PHONE)
  const fates = page.getByRole('list', { name: routing('simulation.title') })
  const first = fates
    .getByRole('listitem')
    .filter({ hasText: routing('primary') })
    .last()
  await first.waitFor()
  for (const column of ['order', 'cost', 'firstToken'] as const)
    expect(await first.innerText()).toContain(routing(`column.${column}`))
  expect(await page.locator('.tw').count()).toBe(0)
  await expect.poll(() => reach(fates)).toBeLessThanOrEqual(376)
  await page.context().close()
})

test('a strategy and its waits are set on a phone without moving anything sideways', async () => {
  const { routing } = wordsIn('en')
  const page = await operator.open('/admin/models-providers?tab=routing', ENGLISH_PHONE)
  const models = page.getByRole('list', { name: routing('strategies.title') })
  const wait = models.getByRole('textbox', { name: routing('strategies.idleOf', { name: 'GPT-5.5' }) })
  await wait.fill('45')
  await wait.press('Enter')
  await page
    .getByText(routing('strategies.saved', { name: 'GPT-5.5' }))
    .first()
    .waitFor()
  await expect.poll(() => reach(models)).toBeLessThanOrEqual(376)
  await wait.fill('')
  await wait.press('Enter')
  await page.context().close()
})

test('the facts of an account have a line each on a phone', async () => {
  const { users } = wordsIn('zh-CN')
  const page = await operator.open('/admin/users', PHONE)
  await page.getByRole('button', { name: '陈薇', exact: true }).filter({ visible: true }).click()
  const fact = page.locator('.kv dt').filter({ hasText: users('col.billing') })
  await fact.waitFor()
  const lines = await fact.evaluate((term) => {
    const range = document.createRange()
    range.selectNodeContents(term)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
  await page.context().close()
})

/** The text of a card, by its heading. */
async function cardOf(page: Page, heading: string): Promise<string> {
  const card = page.locator('.card').filter({ has: page.getByRole('heading', { name: heading }) })
  await card.locator('.st').first().waitFor()
  return card.innerText()
}

test('failures and refusals that kept no words are told by their kind, not by a code', async () => {
  const { providers, requests, overview, ui } = wordsIn('zh-CN')
  const { items } = await operator.ask<{ items: { id: string; name: string }[] }>('GET', '/api/admin/providers')
  const { id } = items.find(({ name }) => name === 'OpenAI') ?? {}
  const page = await operator.open(`/admin/providers/${id}?range=30d`)
  const latest = await cardOf(page, providers('detail.errors.title'))
  expect(latest).toContain(requests('failure.busy'))
  expect(latest).not.toContain('http_')
  await page.goto('/admin/dashboard?range=30d')
  const tops = await cardOf(page, overview('tops.errors'))
  expect(tops).toContain(ui('status.client_error'))
  expect(tops).not.toContain('http_')
  await page.context().close()
})

test('the bar over picked rows is one line on a phone, and what it has no room for is in its menu, the way out with it', async () => {
  for (const locale of ['zh-CN', 'en'] as const) {
    const { allkeys, keys, ui, users } = wordsIn(locale)
    const ways = [
      { path: '/admin/keys', lines: [allkeys('bulk.expiry'), keys('export.csv')], out: allkeys('bulk.clear') },
      { path: '/admin/users', lines: [users('act.enable'), users('export.csv')], out: users('bulk.clear') },
    ]
    for (const { path, lines, out } of ways) {
      const page = await operator.open(path, { ...PHONE, locale })
      await page.locator('.rowcard').first().waitFor()
      for (const box of (await page.locator('.rowcard').getByRole('checkbox').all()).slice(-3)) await box.check()
      const bar = page.locator('.selbar')
      const apart = await bar.locator('b, button').evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
        const middles = boxes.map(({ top, bottom }) => (top + bottom) / 2)
        return Math.max(...middles) - Math.min(...middles)
      })
      expect(apart, `${path} ${locale}`).toBeLessThan(8)
      await bar.getByRole('button', { name: ui('selection') }).click()
      const menu = page.getByRole('menu')
      for (const name of lines) await menu.getByRole('menuitem', { name, exact: true }).waitFor()
      await menu.getByRole('menuitem', { name: out, exact: true }).click()
      await bar.waitFor({ state: 'detached' })
      await page.context().close()
    }
  }
})

test('a phone sets the expiry of picked keys', async () => {
  const { allkeys, ui } = wordsIn('zh-CN')
  const page = await operator.open('/admin/keys', PHONE)
  await page.locator('.rowcard').getByRole('checkbox').first().check()
  await page
    .locator('.selbar')
    .getByRole('button', { name: ui('selection') })
    .click()
  await page.getByRole('menuitem', { name: allkeys('bulk.expiry') }).click()
  await page.getByRole('dialog').getByRole('radio').first().waitFor()
  await page.context().close()
})

test('how long a model or a user still rests is read in full on an English desktop', async () => {
  const { routing } = wordsIn('en')
  const page = await operator.open('/admin/models-providers', ENGLISH)
  await page.route('**/api/admin/routing/simulate', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { candidates: object[] }
    const until = new Date(Date.now() + 134_000).toISOString()
    const rest = (reason: string) => ({ ...body.candidates[0], position: null, behind: null, reason, until })
    const candidates = [...body.candidates, rest('breaker_model'), rest('breaker_caller')]
    await route.fulfill({ response: answer, json: { ...body, candidates } })
  })
  await page.goto('/admin/models-providers?tab=routing&ask=gpt-5.5')
  const verdicts = page.getByRole('table', { name: routing('simulation.title') }).locator('.rt-verdict > .two')
  const resting = verdicts.filter({ has: page.locator('.err') })
  await expect.poll(() => resting.count()).toBe(2)
  for (const one of await resting.all()) await expect.poll(() => outside(one.locator('> span').first())).toBe(0)
  await closed(page)
})

test('a phone does not move sideways while a setting of a section further on is changed', async () => {
  const page = await operator.open('/admin/system?section=retention', ENGLISH_PHONE)
  await page.locator('[id="capture.days"] input').fill('14')
  await page.locator('.sys-bar').waitFor()
  await expect.poll(() => outside(page.locator('html'))).toBe(0)
  await page.context().close()
})

test.each(['providers', 'models'])(
  'the name of the page is read whole on an English phone beside the actions of %s',
  async (tab) => {
    const page = await operator.open(`/admin/models-providers?tab=${tab}`, ENGLISH_PHONE)
    const title = page.getByRole('heading', { level: 1 })
    await page.locator('.top .pri').waitFor()
    await expect.poll(() => outside(title)).toBe(0)
    await expect.poll(() => title.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(24)
    await page.context().close()
  },
)
