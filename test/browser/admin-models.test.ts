import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { button, searchOf } from './demo.ts'
import { chatWith, ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { yumen, operator } = operated()

const SECRET = 'secret-of-the-second-provider'
const MODEL = 'house-model-1'

let vendor: Vendor

beforeAll(async () => {
  vendor = await startVendor({ secret: SECRET, models: [MODEL, 'house-model-2'] })
})

afterAll(async () => {
  await vendor?.[Symbol.asyncDispose]()
})

test('a price is changed from a later time on and from now on, and every price stands in the history', async () => {
  const { providers } = wordsIn('zh-CN')
  const page = await operator.open('/admin/models-providers?tab=models')
  const drawer = page.getByRole('dialog')
  const history = drawer.getByRole('table', { name: providers('model.versions.title') })
  const versions = (state: 'past' | 'present' | 'planned') =>
    history.getByRole('row').filter({ hasText: providers(`model.versions.${state}`) })
  const rate = providers('model.rateIn', { column: providers('model.base'), rate: providers('model.rate.input') })
  const starts = drawer.getByLabel(providers('model.starts'))
  const open = async () => {
    await page.goto('/admin/models-providers?tab=models&model=gpt-5.5')
    await versions('present').waitFor()
  }
  await open()
  await starts.fill('2099-01-02T03:04')
  await button(page, providers('act.save')).click()
  await drawer.getByText(providers('model.startsAlone')).waitFor()
  await drawer.getByLabel(rate).fill('99.25')
  await starts.fill('2020-01-02T03:04')
  await button(page, providers('act.save')).click()
  await drawer.getByText('生效时间不能早于现在').first().waitFor()
  expect(await starts.getAttribute('aria-invalid')).toBe('true')
  await starts.fill('2099-01-02T03:04')
  await checkInBothThemes(page, 'a price of a later time')
  await button(page, providers('act.save')).click()
  await drawer.waitFor({ state: 'detached' })

  await open()
  await versions('planned').getByText('$99.25').waitFor()
  await versions('planned').getByText('2099').waitFor()
  expect(await drawer.getByLabel(rate).inputValue()).not.toBe('99.25')
  expect(await versions('present').innerText()).not.toContain('$99.25')
  await drawer.getByLabel(rate).fill('88.5')
  await button(page, providers('act.save')).click()
  await drawer.waitFor({ state: 'detached' })
  await open()
  await versions('present').getByText('$88.5').waitFor()
  expect(await versions('past').count()).toBeGreaterThan(0)
  expect(await versions('planned').count(), 'a price from now on takes the place of what was planned').toBe(0)
  await checkInBothThemes(page, 'the prices of a model')
  await page.context().close()
})

test('what is not saved is asked about each time one leaves, and kept until one says otherwise', async () => {
  const { common, providers } = wordsIn('en')
  const page = await operator.open('/admin/models-providers?tab=models', ENGLISH)
  await page
    .locator('tbody tr')
    .filter({ hasText: 'gpt-5.5' })
    .getByRole('button')
    .filter({ hasText: 'GPT-5.5' })
    .click()
  const drawer = page.getByRole('dialog')
  const name = drawer.getByLabel(providers('model.displayName'))
  await name.fill('Another name')
  const question = page.getByRole('alertdialog')
  for (const answer of ['stay', 'leave'] as const) {
    await page.keyboard.press('Escape')
    await button(question, common(`unsaved.${answer}`)).click()
    await question.waitFor({ state: 'detached' })
    if (answer === 'stay') expect(await name.inputValue()).toBe('Another name')
  }
  await drawer.waitFor({ state: 'detached' })
  expect(searchOf(page)).toBe('?tab=models')
  await page.context().close()
})

test('another provider is connected by keyboard, and answers', async () => {
  const { providers } = wordsIn('en')
  const page = await operator.open('/admin/models-providers', ENGLISH)
  const wizard = page.getByRole('dialog')
  const type = async (field: Locator, text: string) => {
    await field.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
  await button(page, providers('providerList.add')).press('Enter')
  await wizard.getByRole('button', { name: /Custom/ }).press('Enter')
  await type(wizard.getByRole('textbox', { name: providers('connection.name'), exact: true }).first(), 'Second house')
  await page.keyboard.press('Tab')
  await page.keyboard.type('second-house')
  await type(wizard.getByLabel(providers('connection.address', { dialect: 'OpenAI' })), `${vendor.origin}/v1`)
  await wizard.getByText(providers('connection.doubt.private')).waitFor()
  await wizard.getByRole('switch', { name: providers('connection.allowPrivate') }).press('Space')
  await type(wizard.locator('input[type=password]'), 'not its secret')
  await button(page, providers('test.run')).press('Enter')
  await wizard.getByText(providers('test.failed')).waitFor()
  await type(wizard.locator('input[type=password]'), SECRET)
  await button(page, providers('test.again')).press('Enter')
  await wizard.getByText(providers('test.ok'), { exact: true }).waitFor()
  await checkInBothThemes(page, 'a connection that was tested')
  await button(page, providers('connection.next')).press('Enter')
  await wizard.getByText(providers('picks.found', { count: 2 })).waitFor()
  await wizard.getByRole('checkbox', { name: providers('picks.take', { name: MODEL }) }).press('Space')
  const price = wizard.getByRole('group', { name: providers('picks.price', { name: MODEL }) })
  await price.getByRole('textbox', { name: providers('model.rate.input'), exact: true }).focus()
  await page.keyboard.type('0.5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1.5')
  await button(page, providers('picks.create')).press('Enter')
  await wizard.getByText(providers('done.text', { count: 1 })).waitFor()
  await button(page, providers('done.finish')).press('Enter')
  await wizard.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Second house', exact: true }).filter({ visible: true }).waitFor()

  const { secret } = await operator.ask<{ secret: string }>('POST', '/api/keys', { name: 'for the second house' })
  expect(await chatWith(yumen, secret, MODEL)).toBe(200)
  expect(vendor.served.at(-1)).toMatchObject({ model: MODEL, status: 200 })
  await page.context().close()
})

test('what a vendor’s addresses leave open is asked for once, and a host of its own name is known', async () => {
  const { providers } = wordsIn('en')
  const page = await operator.open('/admin/models-providers?new=1', ENGLISH)
  const wizard = page.getByRole('dialog')
  await wizard.getByRole('button', { name: /Vertex/ }).click()
  const addresses = () =>
    Promise.all(
      ['Gemini', 'Anthropic', 'OpenAI'].map((dialect) =>
        wizard.getByLabel(providers('connection.address', { dialect })).inputValue(),
      ),
    )
  await wizard.getByLabel(providers('connection.blank.location')).fill('us-east5')
  await button(page, providers('test.run')).click()
  await wizard.getByText(providers('bad.blank')).first().waitFor()
  await wizard.getByLabel(providers('connection.blank.project')).fill('acme-1')
  await wizard.getByText(providers('bad.blank')).first().waitFor({ state: 'detached' })
  const regional = 'https://us-east5-aiplatform.googleapis.com/v1/projects/acme-1/locations/us-east5'
  expect(await addresses()).toEqual([regional, regional, `${regional}/endpoints/openapi`])
  await checkInBothThemes(page, 'a template filled in')
  await wizard.getByLabel(providers('connection.blank.location')).fill('global')
  const global = 'https://aiplatform.googleapis.com/v1/projects/acme-1/locations/global'
  expect(await addresses()).toEqual([global, global, `${global}/endpoints/openapi`])
  await wizard.getByLabel(providers('connection.address', { dialect: 'Gemini' })).fill('https://own.example')
  await wizard.getByLabel(providers('connection.blank.location')).fill('us')
  expect((await addresses()).map((address) => new URL(address).host)).toEqual([
    'own.example',
    'aiplatform.us.rep.googleapis.com',
    'aiplatform.us.rep.googleapis.com',
  ])
  await page.context().close()
})

test('an amount that is none is refused in words, wherever it stands, and is never folded away', async () => {
  const { providers } = wordsIn('en')
  const page = await operator.open('/admin/models-providers?tab=models&model=deepseek-v4-pro', ENGLISH)
  const drawer = page.getByRole('dialog')
  const rate = (name: 'input' | 'audio_in') =>
    drawer.getByLabel(
      providers('model.rateIn', { column: providers('model.base'), rate: providers(`model.rate.${name}`) }),
    )
  const more = button(page, providers('model.more'))
  await more.click()
  await rate('audio_in').fill('2,5')
  expect(await more.isDisabled()).toBe(true)
  await button(page, providers('act.save')).click()
  await drawer.getByText(providers('bad.amount')).waitFor()
  expect(await rate('audio_in').evaluate((one) => one === document.activeElement)).toBe(true)
  await rate('audio_in').fill('')
  await more.click()
  await rate('audio_in').waitFor({ state: 'detached' })
  await page.context().close()
})

test('a model whose list could not be loaded is not told as gone', async () => {
  const { ui } = wordsIn('en')
  const page = await operator.open('/admin/audit-logs', ENGLISH)
  await page.route('**/api/admin/models', (route) => route.fulfill({ status: 403, json: { detail: 'Refused' } }))
  await page.goto('/admin/models-providers?tab=models&model=gpt-5.5')
  const drawer = page.getByRole('dialog')
  await drawer.getByText(ui('error.title'), { exact: true }).waitFor()
  await page.unroute('**/api/admin/models')
  await drawer.getByRole('button', { name: ui('error.retry') }).click()
  await drawer.getByRole('button', { name: wordsIn('en').providers('act.save') }).waitFor()
  await page.context().close()
})
