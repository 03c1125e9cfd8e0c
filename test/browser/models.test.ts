import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { models as texts } from '../../web/src/i18n/zh-CN/models.ts'
import { playground } from '../../web/src/i18n/zh-CN/playground.ts'
import { provider as providerTexts } from '../../web/src/i18n/zh-CN/provider.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { keysThere } from './keys-there.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen
let tokens: string

beforeAll(async () => {
  ;[browser, yumen] = await Promise.all([openBrowser(), startYumen(['--demo'])])
  const answer = await fetch(`${yumen.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(yumen.admin),
  })
  tokens = await answer.text()
})

afterAll(async () => {
  await browser?.close()
  await yumen?.[Symbol.asyncDispose]()
})

async function openPage(path: string, width: 1440 | 390 = 1440): Promise<Page> {
  const { context, page } = await newVisitor(browser, yumen.origin, { theme: 'light', width, locale: 'zh-CN' })
  await context.addInitScript((stored: string) => {
    for (const [name, token] of Object.entries(JSON.parse(stored) as object)) localStorage.setItem(name, token)
  }, tokens)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keysThere(page)
  return page
}

const rows = (page: Page) => page.locator('.ml-table tbody tr')
const LIST = '/dashboard/models-providers'

test('a model is found, compared and looked at by keyboard, and the address brings all of it back', async () => {
  const page = await openPage(LIST)
  await rows(page).first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('DeepSeek')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: '将 DeepSeek V4 Pro 加入对比' }).press('Enter')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: texts.trait.vision }).press('Space')
  await page.getByRole('button', { name: '将 GPT-5.5 加入对比' }).press('Enter')
  const tray = page.getByRole('region', { name: texts.compare.label })
  await expect.poll(() => tray.locator('tbody tr').count()).toBe(2)
  await page.getByRole('button', { name: 'GPT-5.5', exact: true }).press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.getByText(texts.drawer.month).waitFor()
  await drawer.getByRole('tab', { name: 'cURL' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => drawer.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?pick=deepseek-v4-pro&pick=gpt-5.5&trait=vision')
  await page.reload()
  await tray.locator('tbody tr').nth(1).waitFor()
  await checkInBothThemes(page, 'models')
  await page.context().close()
})

test('an estimate is filled from the own week, follows what is typed, and stands in the address', async () => {
  const page = await openPage(`${LIST}?pick=gpt-5.5&pick=kimi-k3`)
  await page.getByRole('button', { name: texts.calculate }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.calc.fill }).click()
  await dialog.getByRole('status').filter({ hasText: '最近 7 天' }).waitFor()
  await dialog.getByLabel(texts.calc.requests).fill('1000')
  await dialog.getByLabel(texts.calc.days).fill('10')
  await expect.poll(() => new URL(page.url()).searchParams.get('load')).toMatch(/^1000,\d+,\d+,\d+,10$/)
  await dialog.locator('.ml-calc-table tbody').first().getByText(texts.calc.lowest).first().waitFor()
  await checkPage(page, 'estimate')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.context().close()
})

test('a provider tells how it does, tick by tick to the arrow keys, and one that is not offered leads back', async () => {
  const page = await openPage(`${LIST}?tab=providers`)
  await page.getByRole('link', { name: 'OpenRouter' }).click()
  await page.getByRole('heading', { level: 1, name: 'OpenRouter' }).waitFor()
  await page.getByRole('group', { name: providerTexts.range }).getByText(providerTexts.ranges['7d']).click()
  await page.waitForURL('**?range=7d')
  const cursor = page.getByRole('slider', { name: /图表光标/ }).first()
  await cursor.press('ArrowLeft')
  await expect.poll(() => page.locator('.strips-bar .htip').innerText()).toMatch(/成功|没有请求/)
  await checkInBothThemes(page, 'provider')
  await page.goto('/dashboard/providers/nobody')
  await page.getByText(providerTexts.missing).waitFor()
  await page.getByRole('link', { name: providerTexts.back }).click()
  await page.waitForURL('**/models-providers?tab=providers')
  await page.context().close()
})

test('a phone shows all of it without scrolling sideways', async () => {
  const page = await openPage(LIST, 390)
  for (const search of ['', '?tab=providers', '?model=gpt-5.5', '?calc=1']) {
    await page.goto(LIST + search)
    await page.waitForLoadState('networkidle')
    await checkPage(page, `phone ${search}`)
  }
  await page.context().close()
})

test('a model that is tried from the list leads back to the list, and from its drawer to its drawer', async () => {
  const page = await openPage(LIST)
  const sheet = page.getByRole('dialog', { name: playground.title })
  const tried = async () => {
    await sheet.getByRole('textbox', { name: playground.ask }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: texts.tryOf.replace('{{name}}', 'GPT-5.5') }).click()
  await tried()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'GPT-5.5', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.try, exact: true }).click()
  await tried()
  expect(new URL(page.url()).search).toBe('?model=gpt-5.5')
  await page.context().close()
})

test('what one made of a model stays while it is asked for again, minute by minute', async () => {
  const page = await openPage(LIST)
  await page.clock.install()
  await page.goto(`${LIST}?model=claude-sonnet-5-5`)
  const figures = page.getByRole('dialog').locator('.ml-facts.bare')
  await figures.waitFor()
  let asked = 0
  // Never answered: what is there is all there is.
  await page.route('**/api/usage/summary?**', () => void (asked += 1))
  await page.clock.runFor(61_000)
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(await figures.count()).toBe(1)
  await page.context().close()
})
