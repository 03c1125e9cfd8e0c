import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, openBrowser } from './chromium.ts'
import { checkInBothThemes } from './page-check.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen
let page: Page
let bearer = ''

beforeAll(async () => {
  browser = await openBrowser()
  yumen = await startYumen([], { ADMIN_PASSWORD: 'only-for-this-test' })
})

afterAll(async () => {
  await browser.close()
  await yumen[Symbol.asyncDispose]()
})

beforeEach(async () => {
  const stored = (await (await ask('POST', '/api/auth/login', yumen.admin)).json()) as Record<string, string>
  bearer = stored['access_token'] ?? ''
  page = (await newVisitor(browser, yumen.origin)).page
  await page.addInitScript((tokens) => {
    for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
  }, stored)
})

function ask(method: string, path: string, body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  return fetch(yumen.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

const MAIL = { kind: 'email', config: { host: 'mail.example', from: 'yumen@example.com', to: ['ops@example.com'] } }

test('boxes for e-mail are off until the operator has set up a server for users', async () => {
  await page.goto('/dashboard/settings#notices')
  await page.getByText('本站未配置发信').waitFor()
  const box = page.getByRole('checkbox', { name: '额度用量达到 80%: 邮件' })
  const looks = async () => [await box.isDisabled(), await box.isChecked()]
  await expect.poll(looks).toEqual([true, false])
  await checkInBothThemes(page, 'settings without e-mail')
  const made = await ask('POST', '/api/admin/notifications/channels', {
    name: 'users',
    setup: { ...MAIL, secrets: {} },
    for_users: true,
  })
  expect(made.status).toBe(201)
  await page.reload()
  await page.getByText(`邮件发送到 ${yumen.admin.email}`).waitFor()
  await expect.poll(looks).toEqual([false, true])
})

test('what one is told of is met in the menu, read by keyboard on a small screen, and gone from the menu', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/announcements?tab=notices')
  await page.getByText('暂无通知').waitFor()
  await checkInBothThemes(page, 'no notices')
  const me = (await (await ask('GET', '/api/users/me')).json()) as { id: string }
  const limits = [{ metric: 'cost', window: 'month', max: '20' }]
  const changed = await ask('PATCH', `/api/admin/users/${me.id}`, { limits })
  expect(changed.status).toBe(200)
  await page.reload()
  const row = page.getByRole('link', { name: /你的额度已被管理员调整/ })
  await row.waitFor()
  await page.getByRole('tab', { name: '我的通知 1 条未读' }).waitFor()
  await checkInBothThemes(page, 'notices')
  await row.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/activity-logs')
  await expect.poll(() => page.getByText(/条未读/).count()).toBe(0)
})
