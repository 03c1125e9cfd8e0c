import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { button, openedRequest } from './demo.ts'
import { chatWith, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { paramOf } from './request-list.ts'
import { wordsIn } from './words.ts'

const { operator, yumen } = operated()
const { routing, requests, providers } = wordsIn('zh-CN')
const PAGE = '/admin/models-providers'
const fatesOn = (page: Page) => page.getByRole('table', { name: routing('simulation.title') })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('a simulation says by keyboard who is asked first; the address brings it again, and who is switched off is skipped in it', async () => {
  const page = await operator.open(`${PAGE}?tab=routing`)
  await page.getByRole('combobox', { name: routing('simulation.model'), exact: true }).press('Enter')
  await page.getByRole('option', { name: 'gpt-5.5', exact: true }).focus()
  await page.keyboard.press('Enter')
  const fates = fatesOn(page)
  await fates.getByText('OpenAI', { exact: true }).first().waitFor()
  expect(paramOf(page, 'ask')).toBe('gpt-5.5')
  const asked = async () => fates.getByRole('row').allInnerTexts()
  const before = await asked()
  expect(before.join('\n')).toContain('依次尝试，最多 3 次（含 2 次重试）')
  await checkInBothThemes(page, 'the simulation')
  // What is chosen as the default is tried before it is saved, and not where only what is saved counts.
  await page.getByRole('radio', { name: routing('strategy.weighted') }).check()
  await page.getByText('1 项修改').waitFor()
  await page.getByText(routing('behind.equal')).first().waitFor()
  await page.getByText(routing('simulation.live'), { exact: true }).click()
  await page.getByText(routing('behind.priority')).first().waitFor()
  await button(page, '放弃').click()
  const address = page.url()

  await page.getByRole('tab', { name: /提供商/ }).click()
  await page.getByRole('switch', { name: '启用 OpenAI', exact: true }).click()
  await page.getByText('已停用 OpenAI', { exact: true }).first().waitFor()
  await page.goto(address)
  await fates.getByText(routing('skipped')).waitFor()
  await expect.poll(asked).not.toEqual(before)
  await page.context().close()
})

/** What stands in the address of a simulated request. */
const simulated = (page: Page) =>
  ['for', 'key', 'ask', 'as', 'stream', 'tokens', 'like'].map((name) => paramOf(page, name))

test('the latest request is filled in and leads to its drawer, which leads back; what is changed then is that request no more', async () => {
  const page = await operator.open(`${PAGE}?tab=routing&ask=claude-sonnet-5-5&session=of-another-request`)
  await button(page, routing('like.fill')).click()
  await page.waitForURL('**like=**')
  await fatesOn(page).waitFor()
  const filled = simulated(page)
  expect(filled.slice(0, 3)).toEqual([expect.any(String), expect.any(String), 'claude-sonnet-5-5'])
  expect([paramOf(page, 'session'), await field(page, routing('simulation.session')).inputValue()]).toEqual([null, ''])
  await checkInBothThemes(page, 'a simulation like a request')

  const id = paramOf(page, 'like') ?? ''
  await page.getByRole('link', { name: id }).click()
  const drawer = await openedRequest(page)
  expect([paramOf(page, 'req'), await drawer.locator('.rd-id').innerText()]).toEqual([id, expect.stringContaining(id)])
  await drawer.getByRole('link', { name: requests('simulate') }).click()
  await page.getByText(routing('like.conversation'), { exact: false }).waitFor()
  expect(simulated(page)).toEqual(filled)

  await field(page, routing('simulation.session')).fill('named by hand')
  await page.waitForURL('**session=**')
  expect(paramOf(page, 'like')).toBe(id)
  await field(page, routing('simulation.tokens')).fill('77')
  await page.waitForURL('**tokens=77**')
  expect(paramOf(page, 'like')).toBeNull()
  await page.context().close()
})

test('what is typed is asked for once, and what was answered before stands there meanwhile', async () => {
  const page = await operator.open(`${PAGE}?tab=routing&ask=claude-sonnet-5-5`)
  const fates = fatesOn(page)
  await fates.waitFor()
  const bodies: unknown[] = []
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/routing/simulate', async (route) => {
    bodies.push(route.request().postDataJSON())
    await answer.promise
    await route.continue()
  })
  await field(page, routing('simulation.tokens')).fill('126000')
  await page.locator('.refreshing').waitFor()
  await expect.poll(() => bodies).toEqual([expect.objectContaining({ input_tokens: 126_000 })])
  expect(await fates.isVisible()).toBe(true)
  answer.resolve()
  await page.locator('.refreshing').waitFor({ state: 'detached' })
  await fates.getByText('$', { exact: false }).first().waitFor()
  expect(bodies).toHaveLength(1)
  await page.context().close()
})

test('a credential that was refused is skipped in the same words in a request and in its simulation, and is probed there', async () => {
  const options: Parameters<typeof startVendor>[0] = { secret: 'vendor-secret-that-holds-1' }
  await using vendor = await startVendor(options)
  const price = { input: '1', output: '2' }
  await operator.ask('POST', '/api/admin/models', { id: 'house-model', price })
  await operator.ask('POST', '/api/admin/providers', {
    slug: 'acme',
    name: 'Acme',
    preset: 'custom',
    allow_private: true,
    endpoints: [{ dialect: 'openai', base_url: `${vendor.origin}/v1` }],
    credentials: [
      { secret: 'vendor-secret-that-is-bad-2', name: '备用', priority: 1 },
      { secret: 'vendor-secret-that-holds-1', name: '主账号', priority: 2 },
    ],
    routes: [{ model: 'house-model' }],
  })
  const { secret } = await operator.ask<{ secret: string }>('POST', '/api/keys', { name: 'Routed' })
  // The first learns that one is refused; the second passes it over.
  for (let n = 0; n < 2; n += 1) expect(await chatWith(yumen, secret, 'house-model')).toBe(200)

  const page = await operator.open('/admin/usage?tab=requests&model=house-model')
  await page.locator('table.rq tbody tr').first().click()
  const drawer = await openedRequest(page)
  const refused = requests('skip.invalid')
  await drawer.locator('.st').getByText(refused).waitFor()
  expect(await drawer.locator('.st', { hasText: refused }).innerText()).toMatch(/还剩 0[01]:\d\d/)
  await checkInBothThemes(page, 'a request with a skip')
  await drawer.getByRole('link', { name: requests('simulate') }).click()

  const fates = fatesOn(page)
  const skipped = fates.getByRole('row').filter({ hasText: refused })
  await skipped.waitFor()
  expect(await skipped.locator('.st').innerText()).toMatch(/0[01]:\d\d/)
  await button(page, providers('probe.now')).click()
  const name = 'Acme · 备用'
  await page.getByText(providers('probe.failed', { name })).first().waitFor()
  await page
    .getByText(/401 · 上游拒绝了密钥/)
    .first()
    .waitFor()
  await skipped.waitFor()
  await checkInBothThemes(page, 'a probe that failed')
  delete options.secret
  await button(page, providers('probe.now')).click()
  await page.getByText(providers('probe.well', { name })).first().waitFor()
  await skipped.waitFor({ state: 'detached' })
  await fates
    .getByRole('row')
    .filter({ hasText: '备用' })
    .filter({ hasText: routing('primary') })
    .waitFor()
  await page.context().close()
})

test('on its page a provider’s credential, and an endpoint whose breaker is open, are tried before they rest no more', async () => {
  const options: Parameters<typeof startVendor>[0] = { secret: 'vendor-secret-that-holds-1' }
  await using vendor = await startVendor(options)
  await operator.ask('POST', '/api/admin/models', { id: 'page-model', price: { input: '1', output: '2' } })
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/providers', {
    slug: 'bolt',
    name: 'Bolt',
    preset: 'custom',
    allow_private: true,
    endpoints: [{ dialect: 'openai', base_url: `${vendor.origin}/v1` }],
    credentials: [{ secret: 'vendor-secret-that-is-bad-2', name: '备用' }],
    routes: [{ model: 'page-model' }],
  })
  const { secret } = await operator.ask<{ secret: string }>('POST', '/api/keys', { name: 'Paged' })
  await chatWith(yumen, secret, 'page-model')

  const page = await operator.open(`/admin/providers/${id}`)
  const credentials = page.getByRole('region', { name: providers('detail.credentials') })
  const endpoints = page.getByRole('region', { name: providers('detail.endpoints') })
  const invalid = credentials.getByText(providers('detail.credentialState.invalid'))
  const tried = (name: string, outcome: 'well' | 'failed') =>
    page.getByText(providers(`probe.${outcome}`, { name: `Bolt · ${name}` })).first()
  await button(credentials, providers('probe.now')).click()
  await tried('备用', 'failed').waitFor()
  await invalid.waitFor()
  delete options.secret
  await button(credentials, providers('probe.now')).click()
  await tried('备用', 'well').waitFor()
  await invalid.waitFor({ state: 'detached' })

  vendor.script({ status: 500 })
  for (let n = 0; n < 5; n += 1) await chatWith(yumen, secret, 'page-model')
  vendor.script({})
  await page.reload()
  await endpoints.getByText(providers('detail.breaker.open')).waitFor()
  await checkInBothThemes(page, 'a provider with an open breaker')
  await button(endpoints, providers('probe.now')).click()
  await tried(`${vendor.origin}/v1`, 'well').waitFor()
  await endpoints.getByText(providers('detail.breaker.closed')).waitFor()
  await page.context().close()
})
