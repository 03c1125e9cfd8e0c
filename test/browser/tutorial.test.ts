import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser } from './chromium.ts'
import { checkInBothThemes } from './page-check.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen
let page: Page
let stored: Record<string, string> = {}

beforeAll(async () => {
  browser = await openBrowser()
  yumen = await startYumen(['--demo'])
  stored = (await (await post('/api/auth/login', yumen.admin)).json()) as Record<string, string>
  page = (await newVisitor(browser, yumen.origin)).page
  await page.addInitScript((tokens) => {
    for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
  }, stored)
})

afterAll(async () => {
  await browser.close()
  await yumen[Symbol.asyncDispose]()
})

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(yumen.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('a pasted key fills the guide masked, and the request it makes is told with what to mend', async () => {
  const bearer = { authorization: `Bearer ${stored['access_token']}` }
  const made = (await (await post('/api/keys', { name: '教程' }, bearer)).json()) as { id: string; secret: string }
  await page.goto(`/dashboard/tutorial?key=${made.id}`)
  const paste = page.getByLabel('粘贴密钥以填入，仅保存在本页内存中')
  await paste.fill('sk-ym-this-is-not-one-of-mine')
  await page.getByText('这不是你的任何一个密钥').waitFor()
  await paste.fill(made.secret)
  await page.getByText(`${made.secret.slice(0, 10)}••••`).waitFor()
  expect(await page.content()).not.toContain(made.secret)
  await page.getByText('等待这个密钥的请求').waitFor()
  await post(
    '/v1/chat/completions',
    { model: 'no-such', messages: [{ role: 'user', content: '你好' }] },
    { authorization: `Bearer ${made.secret}`, 'user-agent': 'claude-cli/2.1.329' },
  )
  const check = page.getByRole('region', { name: '检测连接' })
  await check.getByText('已收到来自 Claude Code 的请求').waitFor()
  await check.getByText('检查 Base URL 是否多写或少写了').waitFor()
  await checkInBothThemes(page, 'the tutorial')
})

test('an administrator sees every step of a gateway in use ticked', async () => {
  await page.goto('/admin/tutorial')
  await page.getByText('7 / 7').waitFor()
  await checkInBothThemes(page, 'the administrator’s tutorial')
})

test('what an administrator makes of the tutorial is what users read, and what is not saved can be dropped', async () => {
  await page.goto('/admin/tutorial?tab=users')
  await page.getByLabel('Markdown').fill('| 分组 | 模型 |\n| --- | --- |\n| 研发 | **gpt-5.5** |')
  await page.getByRole('region', { name: '预览' }).getByRole('cell', { name: 'gpt-5.5' }).waitFor()
  await page.getByRole('switch', { name: '展示 Codex CLI' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('2 项修改').waitFor()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('没有修改').waitFor()
  await page.getByLabel('站点名称').fill('')
  await page.getByText('请填写 1–40 个字').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: '放弃' }).click()
  await expect.poll(() => page.getByLabel('站点名称').inputValue()).toBe('Yumen')
  await page.goto('/dashboard/tutorial')
  const note = page.getByRole('region', { name: '管理员的说明' })
  await note.getByRole('cell', { name: 'gpt-5.5' }).waitFor()
  const clients = page.getByRole('navigation', { name: '客户端' })
  await clients.getByRole('button', { name: 'Claude Code' }).waitFor()
  expect(await clients.getByRole('button', { name: 'Codex CLI' }).count()).toBe(0)
})
