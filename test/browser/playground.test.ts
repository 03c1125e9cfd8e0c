import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, USUAL, type Look } from './chromium.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen
let tokens: string

beforeAll(async () => {
  browser = await openBrowser()
  yumen = await startYumen(['--demo'])
  const answer = await fetch(`${yumen.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(yumen.admin),
  })
  tokens = await answer.text()
})
afterAll(async () => {
  await browser.close()
  await yumen[Symbol.asyncDispose]()
})

async function visit(look: Look): Promise<{ context: BrowserContext; page: Page }> {
  const visitor = await newVisitor(browser, yumen.origin, look)
  await visitor.context.addInitScript((stored: string) => {
    for (const [name, token] of Object.entries(JSON.parse(stored) as object)) localStorage.setItem(name, token)
  }, tokens)
  return visitor
}

const FIGURES = /输入 \d+ \/ 输出 \d+ · \$0\.\d{4}/

test('by mouse: a key’s menu leads to a question, its answer, its bill and its request', async () => {
  const { context, page } = await visit(USUAL)
  const { keys, playground } = wordsIn('zh-CN')
  await page.goto('/dashboard/api-keys')
  await page.getByRole('button', { name: keys('action.more', { name: 'Claude Code' }) }).click()
  await page.getByRole('menuitem', { name: keys('action.try') }).click()
  const sheet = page.getByRole('dialog', { name: playground('title') })
  await sheet.getByText(playground('start.one'), { exact: true }).click()
  await sheet.getByRole('button', { name: playground('send') }).click()
  const answer = sheet.getByRole('article')
  await answer.getByText(FIGURES).waitFor()
  expect(await answer.innerText()).toContain(playground('start.one'))
  await checkInBothThemes(page, 'the playground')
  await answer.getByRole('link').click()
  await page.waitForURL(/\/dashboard\/usage\?tab=requests&req=/)
  await page.getByRole('dialog').getByText('Playground').first().waitFor()
  await context.close()
})

test('by keyboard: ask, stop, ask again, compare, go away and come back, clear', async () => {
  const { context, page } = await visit(USUAL)
  const { playground } = wordsIn('zh-CN')
  await page.goto('/dashboard/api-keys?try=1')
  const sheet = page.getByRole('dialog', { name: playground('title') })
  const input = sheet.getByRole('textbox', { name: playground('ask') })
  await input.waitFor()
  await page.keyboard.type('第一行')
  await page.keyboard.press('Enter')
  await page.keyboard.type('第二行')
  expect(await input.inputValue()).toBe('第一行\n第二行')
  await page.keyboard.press('Control+Enter')
  await sheet.getByRole('article').getByText('第一行').waitFor()
  await sheet.getByRole('button', { name: playground('stop') }).press('Enter')
  await sheet.getByText(wordsIn('zh-CN').requests('outcome.cancelled')).waitFor()
  await sheet.getByRole('button', { name: playground('retry') }).press('Enter')
  await sheet.getByText(FIGURES).waitFor()

  await sheet.getByRole('switch', { name: playground('compare') }).press('Space')
  await input.fill('还在吗')
  await input.press('Control+Enter')
  await sheet.getByText(/^这一轮 /).waitFor()
  expect(await sheet.getByRole('article').count()).toBe(3)

  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  await page.goto('/dashboard/api-keys?try=1')
  await sheet.getByText('还在吗', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: playground('clear') }).press('Enter')
  await sheet.getByText(playground('start.title')).waitFor()
  await context.close()
})

test('what the gateway refuses is told where the answer would be, and may be tried again', async () => {
  const { context, page } = await visit({ theme: 'dark', width: 390, locale: 'en' })
  const { playground } = wordsIn('en')
  await page.route('**/api/playground', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'x-yumen-request-id': 'r1' },
      json: { detail: 'The limit for today is used up.', code: 'limit_reached_day', request_id: 'r1' },
    }),
  )
  await page.goto('/dashboard/api-keys?try=1')
  const sheet = page.getByRole('dialog', { name: playground('title') })
  await sheet.getByRole('textbox', { name: playground('ask') }).fill('hello')
  await sheet.getByRole('button', { name: playground('send') }).click()
  await sheet.getByRole('alert').getByText('The limit for today is used up.').waitFor()
  await checkInBothThemes(page, 'a refused answer on a phone')
  await page.unroute('**/api/playground')
  await sheet.getByRole('button', { name: playground('retry') }).click()
  await sheet.getByText(/In \d+ \/ out \d+ · \$0\.\d{4}/).waitFor()
  await context.close()
})
