import { expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { answered } from './demo.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { offers, providers } = wordsIn('zh-CN')
const PAGE = '/admin/models-providers'

type Row = { id: string; name: string; health: { first_token_p50: number | null } }

test.each([1440, 390] as const)('each provider is listed with its last day, at %i', async (width) => {
  const page = await operator.open(PAGE, { ...USUAL, width })
  const { items } = await answered<{ items: Row[] }>(page, page.url(), /\/api\/admin\/provider-health/)
  for (const { name, health: day } of items) {
    const link = page.getByRole('link', { name, exact: true })
    const row = page.locator(width === 390 ? '.rowcard' : 'tbody tr').filter({ has: link })
    await row.locator('[role=img].strip').waitFor()
    const firstToken = ((day.first_token_p50 ?? 0) / 1000).toFixed(2)
    await expect.poll(() => row.innerText()).toContain(firstToken)
  }
  await checkPage(page, 'providers with their day')
  await page.context().close()
})

test('each model is listed with what it was asked in 7 days', async () => {
  for (const width of [1440, 390] as const) {
    const page = await operator.open(`${PAGE}?tab=models`, { ...USUAL, width })
    type Asked = { items: { id: string; current: { requests: number } }[] }
    const { items } = await answered<Asked>(page, page.url(), /\/api\/admin\/usage\/breakdown/)
    const row = page.locator(width === 390 ? '.rowcard' : 'tbody tr').filter({ hasText: 'gpt-5.5' })
    const requests = items.find(({ id }) => id === 'gpt-5.5')?.current.requests ?? 0
    expect(requests).toBeGreaterThan(0)
    await row.getByText(requests.toLocaleString('en'), { exact: true }).waitFor()
    await checkPage(page, 'models with their week')
    await page.context().close()
  }
})

test.each([1440, 390] as const)(
  'a provider tells what it was asked, what failed and what it cost, at %i',
  async (width) => {
    const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
    const page = await operator.open(`/admin/providers/${items[0]?.id}`, { ...USUAL, width })
    for (const figure of ['availability', 'firstToken', 'requests', 'failed', 'upstream'] as const) {
      const said = page.locator('.kpi', { hasText: offers(`figures.${figure}`) }).locator('.fig')
      await expect.poll(() => said.innerText()).toMatch(/\d/)
    }
    await checkInBothThemes(page, 'a provider with its figures')
    const requests = async () =>
      page
        .locator('.kpi', { hasText: offers('figures.requests') })
        .locator('.fig')
        .innerText()
    const day = await requests()
    await page.getByText(offers('range.30d'), { exact: true }).filter({ visible: true }).click()
    await expect.poll(requests).not.toBe(day)
    await page.context().close()
  },
)

test('each model of a provider stands with what it was asked for there', async () => {
  const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
  const id = items.find(({ name }) => name === 'OpenAI')?.id ?? ''
  const to = new Date()
  const from = new Date(to.getTime() - 30 * 86_400_000)
  const query = `from=${from.toISOString()}&to=${to.toISOString()}&by=model&provider=${id}`
  const told = await operator.ask<{ items: { id: string; current: { requests: number } }[] }>(
    'GET',
    `/api/admin/usage/breakdown?${query}`,
  )
  const requests = told.items.find((row) => row.id === 'gpt-5.5')?.current.requests ?? 0
  expect(requests).toBeGreaterThan(0)
  const page = await operator.open(`/admin/providers/${id}?range=30d`)
  const row = page.locator('#mapping li').filter({ hasText: 'gpt-5.5' })
  await row.getByText(/[1-9]\d* 次 · \$/).waitFor()
  await page.context().close()
})

test.each([1440, 390] as const)(
  'each endpoint and credential tells of any stretch of the range, at %i',
  async (width) => {
    const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
    const id = items.find(({ name }) => name === 'OpenRouter')?.id ?? ''
    const page = await operator.open(`/admin/providers/${id}?range=30d`, { ...USUAL, width })
    const card = page.locator('#health')
    await expect.poll(() => card.getByRole('img').count()).toBe(4)
    const cursor = card.getByRole('slider').first()
    await cursor.focus()
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => card.locator('.htip').innerText()).toMatch(/成功 [\d.]+%，共 \d+ 次/)
    await checkPage(page, 'a provider with its strips')
    await page.context().close()
  },
)

test('what happened to providers, and who their requests went to, stands under their list', async () => {
  const page = await operator.open(PAGE)
  const traffic = page.getByRole('region', { name: offers('traffic.title') }).first()
  const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
  for (const { name } of items) await traffic.getByRole('row').filter({ hasText: name }).waitFor()
  await page
    .getByRole('region', { name: offers('events.title') })
    .getByRole('listitem')
    .first()
    .waitFor()
  await checkInBothThemes(page, 'providers with their traffic')
  await page.context().close()
})

test('all providers are tried at once, each with what its endpoints answered', async () => {
  const page = await operator.open(PAGE)
  const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
  await page.getByRole('button', { name: offers('tests.open'), exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(offers('tests.result', { fine: items.length, of: items.length })).waitFor()
  for (const { name } of items) {
    await drawer.getByRole('region', { name }).getByText(providers('test.ok'), { exact: true }).waitFor()
  }
  await checkInBothThemes(page, 'all providers tried')
  await page.context().close()
})

test('routing leads to what was changed about models', async () => {
  const page = await operator.open(`${PAGE}?tab=routing`)
  await page.getByRole('link', { name: providers('history'), exact: true }).click()
  await page.waitForURL('**/admin/audit-logs?action=model.')
  await page.context().close()
})
