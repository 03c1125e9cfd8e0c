import { expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { checkPage } from './page-check.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { providers } = wordsIn('zh-CN')
const PAGE = '/admin/models-providers'

type Row = { id: string; name: string; health: { first_token_p50: number | null } }

test.each([1440, 390] as const)('each provider is listed with its last day, at %i', async (width) => {
  const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
  const page = await operator.open(PAGE, { ...USUAL, width })
  for (const { name, health: day } of items) {
    const link = page.getByRole('link', { name, exact: true })
    const row = page.locator(width === 390 ? '.rowcard' : 'tbody tr').filter({ has: link })
    await row.locator('[role=img].strip').waitFor()
    expect(await row.innerText()).toContain(((day.first_token_p50 ?? 0) / 1000).toFixed(2))
  }
  await checkPage(page, 'providers with their day')
  await page.context().close()
})

test('each model is listed with what it was asked in 7 days', async () => {
  for (const width of [1440, 390] as const) {
    const page = await operator.open(`${PAGE}?tab=models`, { ...USUAL, width })
    // What the page asked when it was opened may still be on its way, and cannot be read once it is left.
    const address = page.url()
    await page.goto('about:blank')
    const asked = page.waitForResponse(/\/api\/admin\/usage\/breakdown/)
    await page.goto(address)
    const { items } = (await (await asked).json()) as { items: { id: string; current: { requests: number } }[] }
    const row = page.locator(width === 390 ? '.rowcard' : 'tbody tr').filter({ hasText: 'gpt-5.5' })
    const requests = items.find(({ id }) => id === 'gpt-5.5')?.current.requests ?? 0
    expect(requests).toBeGreaterThan(0)
    await row.getByText(requests.toLocaleString('en'), { exact: true }).waitFor()
    await checkPage(page, 'models with their week')
    await page.context().close()
  }
})

test('a provider tells what it was asked in a day, what failed and what it cost', async () => {
  const { items } = await operator.ask<{ items: Row[] }>('GET', '/api/admin/provider-health')
  const page = await operator.open(`/admin/providers/${items[0]?.id}`)
  for (const figure of ['requests', 'failed', 'upstream'] as const) {
    const said = page.locator('.n > span', { hasText: providers(`detail.health.${figure}`) })
    await said.waitFor()
    expect(await said.innerText()).toMatch(/\d/)
  }
  await page.context().close()
})

test('routing leads to what was changed about models', async () => {
  const page = await operator.open(`${PAGE}?tab=routing`)
  await page.getByRole('link', { name: providers('history'), exact: true }).click()
  await page.waitForURL('**/admin/audit-logs?action=model.')
  await page.context().close()
})
