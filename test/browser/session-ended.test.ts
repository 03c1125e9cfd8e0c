import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SETTINGS } from '../../src/contract/settings.ts'
import { USUAL } from './chromium.ts'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { channels, common, config, login, providers, users } = wordsIn('zh-CN')
const PASSWORD = 'administrators-own-words'
const { yumen, operator, stranger } = operated([], { ADMIN_PASSWORD: PASSWORD })

let providerId = ''

beforeAll(async () => {
  const endpoints = [{ dialect: 'openai', base_url: 'https://api.acme.example/v1', protocols: ['chat'] }]
  const body = { slug: 'acme', name: 'Acme', preset: 'custom', endpoints, credentials: [{ secret: 'a secret' }] }
  const made = await operator.ask<{ id: string }>('POST', '/api/admin/providers', body)
  providerId = made.id
})

async function signIn(page: Page): Promise<void> {
  // The address changes before the page does.
  await button(page, login('submit')).waitFor()
  await page.getByLabel(login('email')).fill(yumen.admin.email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await button(page, login('submit')).click()
}

/** A form: where it is, what is typed into it, what of that is a secret, and the button that sends it. */
type Form = {
  path: () => string
  /** What is to be pressed before anything can be typed. */
  open?: (page: Page) => Promise<void>
  typed: (page: Page) => readonly (readonly [field: Locator, text: string])[]
  secrets?: (page: Page) => readonly (readonly [field: Locator, text: string])[]
  /** The secrets as the form names them. */
  lost?: string
  send: string
}

const box = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true }).first()

// What was changed says so behind its title.
const setting = (page: Page, key: 'site.name' | 'relay.max_attempts') =>
  page.getByRole('textbox', { name: SETTINGS[key].title.zh }).first()

const FORMS: Readonly<Record<string, Form>> = {
  'a provider': {
    path: () => `/admin/providers/${providerId}?edit=1`,
    open: (page) => page.getByRole('dialog').getByText(providers('detail.line'), { exact: true }).click(),
    typed: (page) => [
      [box(page, providers('connection.name')), 'Acme of the night'],
      [box(page, providers('detail.wait.idle_ms')), '45'],
      [box(page, providers('detail.ca')), '-----BEGIN CERTIFICATE-----'],
    ],
    secrets: (page) => [[box(page, providers('detail.proxy')), 'http://user:password@proxy.example:1080']],
    lost: common('kept.secret.proxy'),
    send: providers('act.save'),
  },
  'a provider that is being added': {
    path: () => '/admin/models-providers?new=1',
    open: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^自定义/ })
        .click(),
    typed: (page) => [
      [box(page, providers('connection.name')), 'Second house'],
      [box(page, providers('connection.slug')), 'second-house'],
      [page.getByLabel(providers('connection.address', { dialect: 'OpenAI' })), 'https://second.example/v1'],
    ],
    secrets: (page) => [[page.getByRole('dialog').locator('input[type=password]'), 'its own secret']],
    lost: common('kept.secret.secret'),
    send: providers('test.run'),
  },
  'a channel': {
    path: () => '/admin/system?section=alerts&channel=new',
    typed: (page) => [[box(page.getByRole('dialog'), channels('field.name')), 'Night']],
    secrets: (page) => [[page.getByRole('dialog').locator('input[type=password]').first(), 'https://hooks.example/a']],
    lost: common('kept.secret.url'),
    send: channels('save'),
  },
  'the system settings': {
    path: () => '/admin/system?section=site',
    typed: (page) => [[setting(page, 'site.name'), 'Gate of jade']],
    send: config('save'),
  },
  'the settings of routing': {
    path: () => '/admin/models-providers?tab=routing',
    typed: (page) => [[setting(page, 'relay.max_attempts'), '5']],
    send: config('save'),
  },
}

async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['access_token', 'refresh_token']) localStorage.setItem(name, 'no longer valid')
  })
}

test.each(Object.entries(FORMS))('what was typed into the form of %s comes back, secrets apart', async (_, form) => {
  const page = await stranger()
  await page.goto('/login')
  await signIn(page)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(form.path())
  await form.open?.(page)
  const [typed, secrets] = [form.typed(page), form.secrets?.(page) ?? []]
  for (const [field, text] of [...typed, ...secrets]) await field.fill(text)
  await endSession(page)
  await button(page, form.send).click()
  await page.waitForURL('**/login')
  await page.getByText(common('session.expired')).waitFor()
  await signIn(page)
  await page.waitForURL((url) => url.pathname + url.search === form.path())
  for (const [field, text] of typed) await expect.poll(() => field.inputValue()).toBe(text)
  expect(await page.getByText(common('session.expired')).count()).toBe(0)
  for (const [field] of secrets) expect(await field.inputValue()).toBe('')
  if (form.lost !== undefined) await page.getByText(common('kept.again', { fields: form.lost })).waitFor()
  await page.context().close()
})

test('what was typed into a form whose session ended is there again after the sign-in, and can be sent', async () => {
  const page = await stranger()
  await page.goto('/login')
  await signIn(page)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/admin/users?new=1')
  const form = page.getByRole('dialog')
  await form.getByLabel(users('field.email')).fill('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await endSession(page)
  await button(form, users('form.create')).click()
  await page.waitForURL('**/login')
  await signIn(page)
  await page.waitForURL('**/admin/users?new=1')
  await expect.poll(() => form.getByLabel(users('field.email')).inputValue()).toBe('ada@example.com')
  await button(form, users('form.create')).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: users('once.created') })
    .waitFor()
  await page.context().close()
})

test.each(['zh-CN', 'en'] as const)(
  'whoever is disabled while at work is told so, and led out (%s)',
  async (locale) => {
    const { common: all, login: door, shell, system } = wordsIn(locale)
    const [email, password] = [`bob-${locale.toLowerCase()}@example.com`, 'a better horse 2026']
    const account = { email, name: 'Bob', password, must_change_password: false }
    const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/users', account)
    const page = await stranger({ ...USUAL, locale })
    await page.goto('/dashboard/profile')
    await page.getByLabel(door('email')).fill(email)
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/profile')
    await operator.ask('PATCH', `/api/admin/users/${id}`, { status: 'disabled' })
    // Any answer tells.
    await page.getByRole('link', { name: all('places.keys') }).click()
    await page.getByText(system('shut_out.why')).waitFor()
    await checkInBothThemes(page, 'an account that was disabled')
    await page.reload()
    await page.getByText(system('shut_out.why')).waitFor()
    expect(await page.getByText(shell('banner.me_failed')).count()).toBe(0)
    await page
      .locator('#main')
      .getByRole('button', { name: shell('account.sign_out') })
      .click()
    await page.waitForURL('**/login')
    await page.context().close()
  },
)
