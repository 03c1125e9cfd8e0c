import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor, openBrowser } from './chromium.ts'
import { checkInBothThemes } from './page-check.ts'
import { startYumen, type Yumen } from './yumen.ts'

const PASSWORD = 'only-for-this-test'
const MINUTE_MS = 60_000

let browser: Browser
let yumen: Yumen
let page: Page
let bearer = ''

beforeAll(async () => {
  browser = await openBrowser()
  yumen = await startYumen([], { ADMIN_PASSWORD: PASSWORD })
})

afterAll(async () => {
  await browser.close()
  await yumen[Symbol.asyncDispose]()
})

beforeEach(async () => {
  const answer = await post('/api/auth/login', yumen.admin)
  const stored = (await answer.json()) as Record<string, string>
  bearer = stored['access_token'] ?? ''
  const visitor = await newVisitor(browser, yumen.origin)
  page = visitor.page
  await page.addInitScript((tokens) => {
    if (sessionStorage.getItem('seeded') !== null) return
    sessionStorage.setItem('seeded', '1')
    for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
  }, stored)
})

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  return fetch(yumen.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

const announce = (zh: string, more: object = {}) =>
  post('/api/admin/announcements', {
    kind: 'info',
    title: { zh, en: '' },
    body: { zh: `## ${zh}\n\n正文`, en: '' },
    ...more,
  })
const iso = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString()

test('an announcement is met on the dashboard and in the menu, read by mouse and keyboard, and gone from both once it is read', async () => {
  await announce('第一条')
  await announce('第二条')
  await page.goto('/dashboard')
  const strip = page.locator('.an-notice')
  await strip.getByText('第二条').waitFor()
  await page.getByText('2 条未读').first().waitFor({ state: 'attached' })
  await strip.getByRole('button', { name: '关闭并标为已读' }).click()
  await strip.getByText('第一条').click()
  await page.getByRole('article').getByRole('heading', { name: '第一条' }).first().waitFor()
  await expect.poll(() => page.getByText(/条未读/).count()).toBe(0)
  await page.keyboard.press('k')
  await page.getByRole('article').getByRole('heading', { name: '第二条' }).first().waitFor()
  await page.getByRole('button', { name: '标为未读' }).click()
  await page.getByText('1 条未读').first().waitFor({ state: 'attached' })
  await checkInBothThemes(page, 'announcements')
  await page.getByRole('button', { name: '全部标为已读' }).click()
  await expect.poll(() => page.getByText(/条未读/).count()).toBe(0)
})

test('one that is gone says nothing of what comes before and after it', async () => {
  await announce('还在')
  await page.goto('/dashboard/announcements?id=01a20a4b-7f38-701d-8446-a5c3f242aac9')
  await page.getByRole('article').getByText('公告不存在或已撤下').waitFor()
  await page.getByText('还在').first().waitFor()
  expect(await page.getByText(/没有更[新早]的公告/).count()).toBe(0)
})

test('while maintenance goes on, every page says so and counts down; before and after none does', async () => {
  await announce('之后', { kind: 'maintenance', starts_at: iso(60 * MINUTE_MS), ends_at: iso(90 * MINUTE_MS) })
  await announce('之前', { kind: 'maintenance', starts_at: iso(-90 * MINUTE_MS), ends_at: iso(-60 * MINUTE_MS) })
  await announce('现在', { kind: 'maintenance', starts_at: iso(-MINUTE_MS), ends_at: iso(30 * MINUTE_MS) })
  for (const path of ['/dashboard/profile', '/admin/models-providers']) {
    await page.goto(path)
    const strip = page.locator('.banners .an-strip')
    await strip.getByText('现在').waitFor()
    expect(await strip.count()).toBe(1)
    expect(await strip.getByRole('timer').innerText()).toMatch(/^00:(?:29|30):\d\d$/)
  }
  await page.getByRole('link', { name: '查看详情' }).click()
  await page.getByRole('region', { name: '维护时间' }).getByText('进行中').waitFor()
})

test('half an hour before maintenance every page counts down to it, unless that is not wanted', async () => {
  await announce('快了', { kind: 'maintenance', starts_at: iso(20 * MINUTE_MS), ends_at: iso(50 * MINUTE_MS) })
  const strip = page.locator('.banners .an-strip', { hasText: '快了' })
  await page.goto('/dashboard/profile')
  await strip.getByText('维护即将开始').waitFor()
  expect(await strip.getByRole('timer').innerText()).toMatch(/^00:(?:19|20):\d\d$/)
  await page.goto('/dashboard/settings#notices')
  await page.getByRole('checkbox', { name: '维护开始前 30 分钟: 站内' }).uncheck()
  await expect.poll(() => strip.count()).toBe(0)
})

test('a failed sign-in is told in red, the log can be taken along, and everybody can be put out', async () => {
  await post('/api/auth/login', { ...yumen.admin, password: 'not it' })
  await page.goto('/dashboard/activity-logs')
  await page.locator('.er .err', { hasText: '登录失败' }).first().waitFor()
  await page.getByText('1 次登录失败').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: /^登录 / }).click()
  await expect.poll(() => page.url()).toContain('kind=sign_in')
  const row = page.locator('.er').first()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByText('原始字段').waitFor()
  await checkInBothThemes(page, 'activity')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: '导出 CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('yumen-activity.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\u{feff}id,at,local_time,time_zone,kind[^]*session\.failed/u,
  )
  await page.getByRole('button', { name: '退出所有会话' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出所有会话' }).click()
  await page.waitForURL('**/login')
  expect((await fetch(`${yumen.origin}/api/users/me`, { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(
    401,
  )
})
