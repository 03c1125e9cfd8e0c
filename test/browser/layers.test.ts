import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusal, serverWith, signedIn } from './account.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { openStage, type Stage } from './stage.ts'
import { wordsIn } from './words.ts'

const { common, password, settings: words, shell, shortcuts, ui } = wordsIn('zh-CN')

let browser: Browser
let stage: Stage
let page: Page
/** What a new password waits for, so that its button is seen at work. */
let asked: PromiseWithResolvers<void>

beforeAll(async () => {
  browser = await openBrowser()
  stage = await openStage()
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

beforeEach(async () => {
  asked = Promise.withResolvers()
  stage.play(
    serverWith('user', async ({ method, path }) => {
      if (path === '/api/users/me/preferences') return { status: 200, body: {} }
      if (method !== 'POST' || path !== '/api/users/me/password') return undefined
      await asked.promise
      return refusal(400, '不行')
    }),
  )
  const visitor = await newVisitor(browser, stage.origin)
  page = visitor.page
  await signedIn(page)
  return () => visitor.context.close()
})

async function settings(): Promise<void> {
  await page.goto('/dashboard/settings')
  await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
}

test('the account panel gives way to the shortcuts it opens', async () => {
  await settings()
  await page.getByRole('button', { name: shell('account.open') }).click()
  const panel = page.locator('#account')
  await panel.getByRole('button', { name: shell('shortcuts') }).click()
  await page.getByRole('dialog', { name: shortcuts('title') }).waitFor()
  await expect.poll(() => panel.isVisible()).toBe(false)
})

/** Two messages that there is no file. */
async function twoToasts() {
  await page.clock.install()
  await settings()
  const toasts = page.locator('.toast')
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: words('data.export') }).click()
    await expect.poll(() => toasts.count()).toBe(count)
  }
  return toasts
}

test('a message goes in its time when the one beside it was closed by the keyboard', async () => {
  const toasts = await twoToasts()
  await toasts
    .nth(1)
    .getByRole('button', { name: common('close') })
    .press('Enter')
  await page.clock.runFor(9000)
  await expect.poll(() => toasts.count()).toBe(0)
})

test('who presses a button by the keyboard is still at it when what it did has failed', async () => {
  await page.goto('/dashboard/profile')
  const submit = page.getByRole('button', { name: password('submit') })
  await submit.waitFor()
  for (const name of ['current', 'next', 'again'] as const) {
    await page.getByLabel(password(name), { exact: true }).fill('correct horse battery')
  }
  await submit.press('Enter')
  await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true')
  asked.resolve()
  await page.getByText('不行').waitFor()
  await expect.poll(() => submit.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('who asks for more contrast sees the edges and the quiet words as well as labels', async () => {
  await page.emulateMedia({ contrast: 'more' })
  await settings()
  const looks = await page.evaluate(() => {
    const strong = getComputedStyle(document.documentElement).getPropertyValue('--text2')
    const probe = document.createElement('i')
    probe.style.color = strong
    document.body.append(probe)
    const quiet = document.querySelector('.t3')
    const card = document.querySelector('.card')
    if (quiet === null || card === null) throw new Error('nothing to look at')
    const { color } = getComputedStyle(probe)
    return [getComputedStyle(quiet).color === color, getComputedStyle(card).borderTopColor === color]
  })
  expect(looks).toEqual([true, true])
})

test('where the system chooses the colours, on and off are told apart', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  await settings()
  const toggle = page.getByRole('switch', { name: '启用单键快捷键' })
  const ground = () => toggle.evaluate((one) => getComputedStyle(one).backgroundColor)
  const around = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const on = await ground()
  expect(on).not.toBe(around)
  await toggle.click()
  await expect.poll(ground).not.toBe(on)
  expect(await ground()).not.toBe(around)
})

test.each([
  ['a box that is ticked', '<input type="checkbox" class="cb" checked>', '<input type="checkbox" class="cb">'],
  [
    'an open tab',
    '<p class="tabs"><b aria-selected="true"></b></p>',
    '<p class="tabs"><b aria-selected="false"></b></p>',
  ],
  ['a choice that is taken', '<p class="seg"><b class="on"></b></p>', '<p class="seg"><b></b></p>'],
  [
    'the line of a menu one is at',
    '<p class="menu"><b class="mi" data-highlighted></b></p>',
    '<p class="menu"><b class="mi"></b></p>',
  ],
])('and so is %s', async (_, one, other) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await settings()
  const looks = await page.evaluate(
    (markups) =>
      markups.map((markup) => {
        const place = document.createElement('div')
        place.innerHTML = markup
        document.body.append(place)
        const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(
          place.querySelector('input, b') ?? place,
        )
        // Through what has no ground of its own one sees that of the page.
        const ground = backgroundColor.endsWith(', 0)')
          ? getComputedStyle(document.body).backgroundColor
          : backgroundColor
        return [ground, borderBottomColor, outlineStyle].join()
      }),
    [one, other],
  )
  expect(looks[0]).not.toBe(looks[1])
})

test('of four hundred models a hundred are drawn, whichever are looked for', async () => {
  const model = {
    display_name: '',
    vendor: 'acme',
    kind: 'chat',
    context: null,
    max_output: null,
    abilities: [],
    aliases: [],
    price: null,
    protocols: [],
    status: 'healthy',
    health: { availability: null, first_token_p50: null, first_token_p95: null, tokens_per_second: null, ticks: [] },
    providers: [],
  }
  const items = Array.from({ length: 400 }, (_, at) => ({ ...model, id: `model-${at}` }))
  stage.play(
    serverWith('user', ({ path }) =>
      path === '/api/models' ? { status: 200, body: { items, next: null, multiplier: '1' } } : undefined,
    ),
  )
  await page.goto('/dashboard/models-providers')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(100)
  await page.getByRole('button', { name: ui('rows.more', { count: 100, all: 300 }) }).click()
  await expect.poll(() => rows.count()).toBe(200)
  await page.locator('[data-search]').fill('model-39')
  await expect.poll(() => rows.count()).toBe(11)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('[data-search]').fill('')
  await expect.poll(() => page.locator('.ml-card').count()).toBe(200)
})

test('of a thousand keys a hundred are drawn, and the others when they are asked for', async () => {
  const month = { requests: 0, cost: '0' }
  const key = {
    note: '',
    prefix: 'sk-ym-aaaa',
    last4: 'zzzz',
    status: 'active',
    disabled_by_admin: false,
    allow_models: null,
    allow_ips: null,
    limits: [],
    tags: {},
    expires_at: null,
    old_secret_until: null,
    created_at: '2026-11-01T00:00:00.000Z',
    last_used_at: null,
    last_used_ip: null,
    last_used_client: null,
    last_used_model: null,
    month,
    trend: [],
  }
  const items = Array.from({ length: 1000 }, (_, at) => ({ ...key, id: `key_${at}`, name: `key ${at}` }))
  stage.play(
    serverWith('user', ({ path }) => (path === '/api/keys' ? { status: 200, body: { items, next: null } } : undefined)),
  )
  await page.goto('/dashboard/api-keys')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(100)
  await page.getByRole('button', { name: ui('rows.more', { count: 100, all: 900 }) }).click()
  await expect.poll(() => rows.count()).toBe(200)
  await page.locator('[data-search]').fill('key 99')
  await expect.poll(() => rows.count()).toBe(11)
})
