import { expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { offers, providers } = wordsIn('zh-CN')
const MODELS = '/admin/models-providers?tab=models'

type Route = { model: string; upstream_name: string; enabled: boolean }
type Provider = { id: string; name: string; version: number; routes: Route[] }

const providerNamed = async (name: string): Promise<Provider> => {
  const { items } = await operator.ask<{ items: Provider[] }>('GET', '/api/admin/providers')
  const found = items.find((one) => one.name === name)
  if (!found) throw new Error(`no provider ${name}`)
  return found
}
const routesOf = ({ routes }: Provider) =>
  routes.map(({ model, upstream_name, enabled }) => ({ model, upstream_name, enabled }))

test('prices of many models are multiplied after a look at what that makes of them, and stand beside the reference', async () => {
  const page = await operator.open(MODELS)
  const row = (id: string) => page.locator('tbody tr').filter({ hasText: id })
  const pick = (name: string) => page.getByRole('checkbox', { name: offers('pick.one', { name }) }).click()
  await row('gpt-5.5').getByText(offers('reference.same')).waitFor()
  await pick('GPT-5.5')
  await pick('Kimi K3')
  await page.getByText(offers('bulk.picked', { count: 2 })).waitFor()
  await button(page, offers('bulk.price')).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(offers('multiply.factor')).fill('0')
  await drawer.getByText(offers('multiply.badFactor')).waitFor()
  await drawer.getByLabel(offers('multiply.factor')).fill('0.9')
  await drawer.getByRole('row').filter({ hasText: 'Kimi K3' }).getByText('$2.70').waitFor()
  await checkInBothThemes(page, 'prices that would be multiplied')
  await button(drawer, offers('multiply.apply')).click()
  await drawer.waitFor({ state: 'detached' })
  await row('gpt-5.5').getByText('! −10%').waitFor()
  await page.getByText(offers('reference.filter')).click()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await row('kimi-k3').waitFor()
  await checkPage(page, 'models whose prices are off the reference')

  await page.goto(`${new URL(page.url()).origin}${MODELS}&model=gpt-5.5`)
  await drawer.getByText('! −10%').first().waitFor()
  await drawer.getByText(offers('margin.changed')).waitFor()
  await checkInBothThemes(page, 'a price beside its reference')
  await button(drawer, offers('reference.take')).click()
  const rate = providers('model.rateIn', { column: providers('model.base'), rate: providers('model.rate.input') })
  await expect.poll(() => drawer.getByLabel(rate).inputValue()).toBe('5')
  await button(drawer, providers('act.save')).click()
  await drawer.waitFor({ state: 'detached' })
  await row('gpt-5.5').getByText(offers('reference.same')).waitFor()
  await page.context().close()
})

test('what a new price would leave over is told while it is typed', async () => {
  const page = await operator.open(`${MODELS}&model=claude-sonnet-5-5`)
  const hint = page.getByRole('dialog').getByRole('region', { name: offers('margin.title') })
  const revenue = hint
    .locator('dl > div')
    .filter({ hasText: offers('margin.revenue') })
    .locator('dd')
  const before = await revenue.first().innerText()
  const rate = providers('model.rateIn', { column: providers('model.base'), rate: providers('model.rate.output') })
  await page.getByRole('dialog').getByLabel(rate).fill('40')
  await expect.poll(() => revenue.first().innerText()).not.toBe(before)
  await expect.poll(() => revenue.nth(1).innerText()).toBe(offers('margin.was', { figure: before }))
  await checkInBothThemes(page, 'a price with what it would leave over')
  await page.context().close()
})

test('many models are switched off and on', async () => {
  const page = await operator.open(MODELS)
  const toggle = (name: string) => page.getByRole('switch', { name: providers('modelList.enable', { name }) })
  await page.getByRole('checkbox', { name: offers('pick.one', { name: 'GLM-5.3' }) }).click()
  await page.getByRole('checkbox', { name: offers('pick.one', { name: 'Kimi K3' }) }).click()
  await button(page, offers('bulk.disable')).click()
  await button(page.getByRole('alertdialog'), offers('bulk.disable')).click()
  await page.getByText(offers('bulk.disabled', { count: 2 })).waitFor()
  for (const name of ['GLM-5.3', 'Kimi K3']) await expect.poll(() => toggle(name).isChecked()).toBe(false)
  await button(page, offers('bulk.enable')).click()
  await page.getByText(offers('bulk.enabled', { count: 2 })).waitFor()
  for (const name of ['GLM-5.3', 'Kimi K3']) await expect.poll(() => toggle(name).isChecked()).toBe(true)
  await page.context().close()
})

test('models are found by provider and by what they can do', async () => {
  const { id } = await providerNamed('OpenAI')
  const page = await operator.open(`${MODELS}&of=${id}&ability=vision`)
  await page.locator('tbody tr').filter({ hasText: 'gpt-5.5' }).waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  await page.context().close()
})

test('what upstreams offer otherwise is told, and taken over where it is accepted', async () => {
  const before = await providerNamed('OpenAI')
  const kept = routesOf(before).filter(({ model }) => model !== 'gpt-6-astra')
  const ghost = { model: 'ghost-model', upstream_name: 'ghost-model', enabled: true }
  await operator.ask('PATCH', `/api/admin/providers/${before.id}`, { routes: [...kept, ghost] })
  for (const width of [1440, 390] as const) {
    const page = await operator.open(MODELS, { ...USUAL, width })
    await button(page, offers('sync.open')).click()
    await page
      .getByRole('dialog')
      .getByRole('region', { name: offers('sync.group.removed') })
      .waitFor()
    await checkInBothThemes(page, 'what upstreams offer otherwise')
    await page.context().close()
  }
  const page = await operator.open(`${MODELS}&sync=1`)
  const drawer = page.getByRole('dialog')
  const group = (name: 'added' | 'removed') => drawer.getByRole('region', { name: offers(`sync.group.${name}`) })
  const of = (name: 'added' | 'removed', model: string) =>
    group(name).getByRole('listitem').filter({ hasText: model }).filter({ hasText: 'OpenAI' })
  await of('removed', 'ghost-model').getByRole('checkbox').check()
  await of('added', 'gpt-6-astra').first().getByRole('checkbox').check()
  await drawer.getByRole('button', { name: offers('sync.accept', { count: 2 }) }).click()
  await drawer.waitFor({ state: 'detached' })
  const after = routesOf(await providerNamed('OpenAI'))
  expect(after.find(({ model }) => model === 'ghost-model')?.enabled).toBe(false)
  expect(after.find(({ model }) => model === 'gpt-6-astra')?.enabled).toBe(true)
  await page.context().close()
})
