import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal, serverWith, signedIn } from './account.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { openStage, type Stage } from './stage.ts'

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

describe('page loading', () => {
  /** Answers 503 for the code of the profile page, the first `times` times. */
  function without(times: number) {
    const tried: number[] = []
    stage.play(
      serverWith('user', ({ path }) => {
        if (!/\/assets\/profile-page-.*\.js$/.test(path)) return undefined
        tried.push(performance.now())
        return tried.length > times ? undefined : refusal(503, '')
      }),
    )
    return tried
  }

  test('Pages load on demand.', async () => {
    const tried = without(0)
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    await page.getByRole('heading', { name: '使用教程' }).first().waitFor()
    expect(tried).toHaveLength(0)
    await page.goto('/dashboard/profile')
    await page.getByRole('heading', { name: '个人资料' }).waitFor()
    expect(tried).toHaveLength(1)
  })

  test('A failed load is retried, waiting 1 s; on the 2nd failure the browser caches are cleared and the wait is 2 s.', async () => {
    await signedIn(page)
    await page.goto('/dashboard/tutorial')
    await page.evaluate(async () => void (await caches.open('old')))
    const tried = without(2)
    await page.goto('/dashboard/profile')
    await page.getByRole('heading', { name: '个人资料' }).waitFor({ timeout: 15_000 })
    expect(tried).toHaveLength(3)
    const [one = 0, two = 0, three = 0] = tried
    expect([two - one >= 990, three - two >= 1990]).toEqual([true, true])
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    expect(await page.evaluate(() => location.search)).toBe('')
  })

  test('After all retries fail, the page reloads with a timestamp query parameter.', async () => {
    const tried = without(4)
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await page.waitForURL(/\/dashboard\/profile\?_t=\d{13}$/, { timeout: 20_000 })
    await page.getByRole('heading', { name: '个人资料' }).waitFor()
    expect(tried).toHaveLength(5)
  })

  test('When the reload does not help either, it says so instead of reloading for ever.', async () => {
    without(Infinity)
    await signedIn(page)
    await page.goto('/dashboard/profile')
    await page.getByText('页面资源加载失败').waitFor({ timeout: 30_000 })
    expect(stage.asked.filter((one) => one.path === '/dashboard/profile')).toHaveLength(2)
  })

  test('The application also reloads when a dynamic module load fails at global level.', async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await page.evaluate(() => {
      void Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/gone.js'))
    })
    await page.waitForURL(/\/login\?_t=\d{13}$/)
  })
})
