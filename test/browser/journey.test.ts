import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { LOOKS, newVisitor, openBrowser, type Look } from './chromium.ts'
import * as step from './journey-steps.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

const VENDOR_SECRET = 'vendor-secret-of-the-journey'
const MODEL = 'house-model-1'
const OTHERS = ['house-model-2', 'house-embedding-1']
const KEY = 'My first key'
const PRICE: step.MilliPrice = { input: 123n, output: 4567n, cacheRead: 11n, cacheWrite: 155n }

type Tokens = { input: number; output: number; cacheRead: number; cacheWrite5m: number }
const CHAT: Tokens = { input: 1237, output: 89, cacheRead: 411, cacheWrite5m: 0 }
const MESSAGE: Tokens = { input: 71, output: 53, cacheRead: 2003, cacheWrite5m: 307 }

/** What so many tokens cost, in dollars with all nine places. */
function costOf({ input, output, cacheRead, cacheWrite5m }: Tokens): string {
  const nanos =
    BigInt(input) * PRICE.input +
    BigInt(output) * PRICE.output +
    BigInt(cacheRead) * PRICE.cacheRead +
    BigInt(cacheWrite5m) * PRICE.cacheWrite
  return step.usd(nanos, 9)
}

let browser: Browser
let vendor: Vendor

beforeAll(async () => {
  browser = await openBrowser()
  vendor = await startVendor({ secret: VENDOR_SECRET, models: [MODEL, ...OTHERS] })
})

afterAll(async () => {
  await browser.close()
  await vendor[Symbol.asyncDispose]()
})

const JOURNEYS: readonly Look[] = [
  { theme: 'light', width: 1440, locale: 'zh-CN' },
  { theme: 'dark', width: 390, locale: 'en' },
]

describe('a new administrator', () => {
  test.each(JOURNEYS)(
    'gets from a one-time password to a bill, right to the nano-dollar: $theme $width $locale',
    travel,
  )
})

async function travel(look: Look): Promise<void> {
  await using yumen = await startYumen()
  const { context, page } = await newVisitor(browser, yumen.origin, look)
  await using life = new AsyncDisposableStack()
  life.defer(() => context.close())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const visit: step.Visit = { page, words: wordsIn(look.locale) }

  await step.signIn(visit, yumen.admin)
  await step.connectProvider(visit, {
    ...vendor,
    secret: VENDOR_SECRET,
    model: MODEL,
    others: OTHERS.length,
    price: PRICE,
  })
  const secret = await step.createKey(visit, KEY)
  await checkPage(page, 'keys')

  await seeCosts(visit, yumen, secret)

  await step.goTo(visit, '/dashboard/api-keys')
  await step.chooseForKey(visit, KEY, visit.words.keys('action.disable'))
  await page.getByText(visit.words.keys('done.disabled', { name: KEY })).waitFor()
  await expect(chat(yumen, secret)).rejects.toMatchObject({ status: 401 })
  await step.deleteKey(visit, KEY)
  await page.getByText(visit.words.keys('never.title')).waitFor()
  await expect(message(yumen, secret)).rejects.toMatchObject({ status: 401 })
}

async function seeCosts(visit: step.Visit, yumen: Yumen, secret: string): Promise<void> {
  const { page, words } = visit
  expect(await chat(yumen, secret)).toBe('Hello from the vendor.')
  await step.goTo(visit, '/dashboard/usage')
  await page.getByRole('tab', { name: words.usage('tab.requests') }).click()
  // The first is what the test of the key's connection sent.
  await expect.poll(() => step.listed(visit)).toBe(2)
  await seeBill(visit, CHAT)
  await page.getByRole('button', { name: words.usage('live.name') }).click()
  expect(await message(yumen, secret)).toBe('Hello from the vendor.')
  await expect.poll(() => step.listed(visit)).toBe(3)
  await seeBill(visit, MESSAGE)
  await checkPage(page, 'requests')
}

async function seeBill(visit: step.Visit, tokens: Tokens): Promise<void> {
  const drawer = await step.openNewest(visit)
  const total = drawer.getByRole('row', { name: visit.words.requests('bill.total') })
  expect(await total.textContent()).toContain(`$${costOf(tokens)}`)
  await checkPage(visit.page, 'request')
  await visit.page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
}

/** Asks as a program with the official OpenAI package does, and reads the stream to its end. */
async function chat({ origin }: Yumen, apiKey: string): Promise<string> {
  vendor.on(MODEL, { usage: CHAT })
  const client = new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: '你好' }]
  const stream = await client.chat.completions.create({ model: MODEL, messages, stream: true })
  let text = ''
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  return text
}

/** The same with the official Anthropic package. */
async function message({ origin }: Yumen, apiKey: string): Promise<string> {
  vendor.on(MODEL, { usage: MESSAGE })
  const client = new Anthropic({ apiKey, baseURL: origin, maxRetries: 0 })
  const messages = [{ role: 'user' as const, content: '你好' }]
  return client.messages.stream({ model: MODEL, max_tokens: 64, messages }).finalText()
}

describe('every page of the way, with a month of traffic', () => {
  let yumen: Yumen
  beforeAll(async () => {
    yumen = await startYumen(['--demo'])
  })
  afterAll(() => yumen[Symbol.asyncDispose]())

  test.each(LOOKS.filter(({ theme }) => theme === 'light'))(
    'fits the window and is usable by all, in both themes: $width $locale',
    async (look) => {
      const { context, page } = await newVisitor(browser, yumen.origin, look)
      await using life = new AsyncDisposableStack()
      life.defer(() => context.close())
      await tour({ page, words: wordsIn(look.locale) }, yumen)
    },
  )
})

async function tour(visit: step.Visit, { admin }: Yumen): Promise<void> {
  const { page, words } = visit
  await page.goto('/login')
  await page.getByLabel(words.login('email')).fill(admin.email)
  await page.locator('input[name=password]').fill(admin.password)
  await checkInBothThemes(page, 'login')
  await page.getByRole('button', { name: words.login('submit'), exact: true }).click()
  await page.waitForURL('**/admin/dashboard')
  for (const path of PATHS) {
    await page.goto(path)
    await rested(page)
    await checkInBothThemes(page, path)
  }
  await step.openNewest(visit)
  await checkInBothThemes(page, 'request')
}

const PATHS = [
  '/dashboard',
  '/admin/dashboard',
  '/dashboard/api-keys',
  '/dashboard/usage',
  '/admin/usage',
  '/admin/models-providers',
  '/admin/models-providers?tab=models',
  '/admin/models-providers?new=1',
  // The last one: a request is opened there, and one that failed has no bill.
  '/dashboard/usage?tab=requests&status=succeeded',
]

/** Waits until no part of the page is still loading. */
async function rested(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
}
