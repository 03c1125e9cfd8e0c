import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, serverWith, signedIn, tokensOf } from './account.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { openStage, type Asked, type Stage } from './stage.ts'

let browser: Browser
let stage: Stage
let context: BrowserContext
let page: Page

beforeAll(async () => {
  stage = await openStage()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser.close()
  await stage.close()
})

beforeEach(async () => {
  const visitor = await newVisitor(browser, stage.origin)
  context = visitor.context
  page = visitor.page
  stage.play(serverWith('user'))
})

afterEach(() => context.close())

const at = (path: string) => expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
const calls = (path: string): Asked[] => stage.asked.filter((one) => one.path === path)
const wanted = () => page.evaluate(() => sessionStorage.getItem('redirectPath'))

async function fillIn(): Promise<void> {
  await page.getByLabel('邮箱').fill('lin.xiao@example.com')
  await page.locator('input[name=password]').fill('correct horse')
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

describe('routes and guard', () => {
  test('Route / redirects to /admin/dashboard for an administrator.', async () => {
    stage.play(serverWith('admin'))
    await signedIn(page)
    await page.goto('/')
    await at('/admin/dashboard')
  })

  test('Route / redirects otherwise to /dashboard.', async () => {
    await signedIn(page)
    await page.goto('/')
    await at('/dashboard')
  })

  test('A route needing login, visited without a token, stores the wanted path and sends the visitor to /login; after the log-in it is opened and cleared.', async () => {
    await page.goto('/dashboard/profile?x=1')
    await at('/login')
    expect(await wanted()).toBe('/dashboard/profile?x=1')
    await page.getByText('登录后将返回：个人资料').waitFor()
    await fillIn()
    await at('/dashboard/profile?x=1')
    await expect.poll(wanted).toBeNull()
  })

  test('Visiting /login while authenticated goes to /dashboard without a stored path.', async () => {
    await signedIn(page)
    await page.goto('/login')
    await at('/dashboard')
  })

  test('Visiting /login while authenticated goes to /admin/dashboard for an administrator.', async () => {
    stage.play(serverWith('admin'))
    await signedIn(page)
    await page.goto('/login')
    await at('/admin/dashboard')
  })

  test('An admin-only route visited by a non-administrator redirects to /dashboard.', async () => {
    await signedIn(page)
    await page.goto('/admin/users')
    await at('/dashboard')
    await page.getByRole('alert').getByText('需要管理员权限').waitFor()
  })

  test('An admin-only page is left for /dashboard when its visitor is found to be no administrator any more.', async () => {
    stage.play(serverWith('admin'))
    await signedIn(page)
    await page.goto('/admin/tutorial')
    await page.getByRole('heading', { level: 1, name: '使用教程' }).waitFor()
    const now = serverWith('user', ({ path }) =>
      path.startsWith('/api/admin/')
        ? { status: 401, body: { code: 'admin_required', detail: '需要管理员权限', request_id: 'req_1' } }
        : undefined,
    )
    const users = await page.getByRole('link', { name: '用户', exact: true }).elementHandle()
    stage.play(now)
    // The page may ask something by itself before, and be left for it.
    await users?.dispatchEvent('click')
    await at('/dashboard')
    // The page that was left says so too, until it is gone.
    await expect.poll(() => page.getByRole('alert').getByText('需要管理员权限').count()).toBe(1)
    expect(await tokensOf(page)).toEqual(['a1', 'r1'])
  })

  test('If a token exists but no user is loaded, the current user is fetched. The session is kept even if that fetch fails.', async () => {
    stage.play(serverWith('user', ({ path }) => (path === '/api/users/me' ? refusal(503, '暂不可用') : undefined)))
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    await page.getByText('暂时无法获取账户信息，正在重试').waitFor()
    await at('/dashboard/tutorial')
    expect(calls('/api/users/me').length).toBeGreaterThan(0)
    expect(await tokensOf(page)).toEqual(['a1', 'r1'])
  })
})

describe('session', () => {
  test('The user starts unauthenticated; after login access_token and refresh_token are kept in local storage under those names.', async () => {
    await page.goto('/login')
    expect(await tokensOf(page)).toEqual([null, null])
    await fillIn()
    await at('/dashboard')
    expect(await tokensOf(page)).toEqual(['a1', 'r1'])
    expect(calls('/api/auth/login')[0]?.body).toEqual({ email: 'lin.xiao@example.com', password: 'correct horse' })
  })

  test('Logout clears both tokens and the user.', async () => {
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    await page.getByRole('button', { name: /林晓/ }).click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await at('/login')
    expect(await tokensOf(page)).toEqual([null, null])
    await expect.poll(() => calls('/api/auth/logout')).toMatchObject([{ method: 'POST', bearer: 'Bearer a1' }])
    expect(await wanted()).toBeNull()
  })

  test('On a 401 response the client tries one token refresh and replays the request.', async () => {
    stage.play(
      serverWith('user', ({ path, bearer }) => {
        if (path === '/api/auth/refresh') return { status: 200, body: { access_token: 'a2', refresh_token: 'r2' } }
        return path.startsWith('/api/users') && bearer === 'Bearer a1' ? refusal(401, '访问令牌已过期') : undefined
      }),
    )
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await page.getByText('lin.xiao@example.com').first().waitFor()
    expect(calls('/api/auth/refresh').map((one) => one.body)).toEqual([{ refresh_token: 'r1' }])
    // What the page asks later of the same address comes with the new token at once.
    const [first, ...later] = calls('/api/users/me').map((one) => one.bearer)
    expect([first, new Set(later)]).toEqual(['Bearer a1', new Set(['Bearer a2'])])
    expect(await tokensOf(page)).toEqual(['a2', 'r2'])
  })

  test('If the refresh fails, the tokens are cleared.', async () => {
    stage.play(serverWith('user', ({ path }) => (path.startsWith('/api/') ? refusal(401, '登录已过期') : undefined)))
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await at('/login')
    expect(await tokensOf(page)).toEqual([null, null])
    expect(await wanted()).toBe('/dashboard/profile')
    await page.getByText('登录已过期，请重新登录').waitFor()
  })

  test('A 401 whose detail says that the user is disabled does not trigger refresh or logout.', async () => {
    const denied = refusal(401, '用户不存在或已禁用')
    stage.play(serverWith('user', ({ path }) => (path.startsWith('/api/users') ? denied : undefined)))
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await page.getByRole('heading', { name: '登录会话' }).waitFor()
    expect(calls('/api/auth/refresh')).toEqual([])
    expect(await tokensOf(page)).toEqual(['a1', 'r1'])
  })

  test.each([
    [401, '邮箱或密码错误'],
    [422, '请输入有效的邮箱地址'],
    [500, '服务器错误，请稍后重试'],
    [429, '登录失败，请检查网络连接'],
    ['drop', '登录失败，请检查网络连接'],
  ] as const)('Login failure %s says %s', async (status, text) => {
    const answer = status === 'drop' ? status : refusal(status, '…')
    stage.play(serverWith('user', ({ path }) => (path === '/api/auth/login' ? answer : undefined)))
    await page.goto('/login')
    await fillIn()
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
    expect(calls('/api/auth/login')).toHaveLength(1)
    expect(calls('/api/auth/refresh')).toHaveLength(0)
    expect(await page.locator('input[name=password]').inputValue()).toBe('correct horse')
  })

  test('Global errors and unhandled rejections are swallowed so the session is not lost.', async () => {
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    await page.getByRole('heading', { name: '使用教程' }).first().waitFor()
    const uncaught: Error[] = []
    page.on('pageerror', (error) => uncaught.push(error))
    await page.evaluate(async () => {
      setTimeout(() => {
        throw new Error('boom')
      })
      void Promise.reject(new Error('boom'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    expect(uncaught).toEqual([])
    expect(await tokensOf(page)).toEqual(['a1', 'r1'])
    await at('/dashboard/tutorial')
  })

  test('leaving in one tab leaves in the other', async () => {
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    const other = await context.newPage()
    await other.goto('/dashboard/profile')
    await other.getByRole('heading', { name: '个人资料' }).waitFor()
    await page.evaluate(() => localStorage.clear())
    await expect.poll(() => other.evaluate(() => location.pathname)).toBe('/login')
  })
})

describe('global interface', () => {
  test('Toast notifications appear at the top right.', async () => {
    await signedIn(page)
    await page.goto('/admin/users')
    const box = await page.locator('.toast').first().boundingBox()
    expect(box).not.toBeNull()
    expect([1440 - ((box?.x ?? 0) + (box?.width ?? 0)) <= 32, (box?.y ?? 999) <= 32]).toEqual([true, true])
  })

  test.each(['Escape', 'backdrop'])('A confirmation dialog overlay can be closed with %s.', async (how) => {
    const session = {
      user_agent: '',
      ip: '::1',
      created_at: '2026-11-20T00:00:00Z',
      last_seen_at: '2026-11-20T00:00:00Z',
    }
    const items = [
      { id: 's1', current: true, ...session },
      { id: 's2', current: false, ...session },
    ]
    const body = { items, next: null }
    stage.play(
      serverWith('user', ({ path }) => (path === '/api/users/me/sessions' ? { status: 200, body } : undefined)),
    )
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await page.getByRole('button', { name: '退出其他会话' }).click()
    const dialog = page.getByRole('alertdialog', { name: '退出其他会话？' })
    await dialog.waitFor()
    if (how === 'Escape') await page.keyboard.press('Escape')
    else await page.mouse.click(8, 450)
    await dialog.waitFor({ state: 'detached' })
    expect(stage.asked.filter((one) => one.method === 'DELETE')).toEqual([])
  })

  test('nothing the console does breaks its content security policy', async () => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto('/login')
    await fillIn()
    await at('/dashboard')
    await page.getByRole('button', { name: /林晓/ }).click()
    await page.getByText('深色', { exact: true }).click()
    await page.locator('html[data-theme=dark]').waitFor()
    expect(said.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([])
  })
})
