import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serverWith, signedIn } from './account.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { keysThere } from './keys-there.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { openStage, type Stage } from './stage.ts'

let browser: Browser
let stage: Stage
let page: Page
let kept: Record<string, unknown>

beforeAll(async () => {
  browser = await openBrowser()
  stage = await openStage()
})
afterAll(async () => {
  await browser.close()
  await stage.close()
})

beforeEach(async () => {
  kept = {}
  stage.play(
    serverWith('user', ({ method, path, body }) => {
      if (path !== '/api/users/me/preferences') return undefined
      if (method === 'PATCH') kept = { ...kept, ...(body as typeof kept) }
      return { status: 200, body: kept }
    }),
  )
  const visitor = await newVisitor(browser, stage.origin)
  page = visitor.page
  await signedIn(page)
  await page.goto('/dashboard/settings')
  await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
  await keysThere(page)
  return () => visitor.context.close()
})

const help = () => page.getByRole('dialog', { name: '快捷键' })

const input = () => page.getByRole('combobox', { name: '搜索或跳转' })
const path = () => new URL(page.url()).pathname

describe('the command palette', () => {
  test('finds a page by its initials, opens it with Enter, and remembers it', async () => {
    await page.keyboard.press('Control+k')
    await input().pressSequentially('hdrz')
    await page.getByRole('option', { name: /活动日志/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/activity-logs')
    await page.keyboard.press('Control+k')
    const lately = page.getByRole('group', { name: '最近' }).getByRole('option')
    await expect.poll(() => lately.allInnerTexts()).toEqual([expect.stringContaining('活动日志')])
  })

  test('goes by the arrows and by the mouse, and gives the focus back when it closes', async () => {
    const link = page.getByRole('link', { name: '外观' })
    await link.focus()
    await page.keyboard.press('Control+k')
    await input().pressSequentially('mi')
    const chosen = () => page.locator('[role=option][aria-selected=true]').innerText()
    const first = await chosen()
    await page.keyboard.press('ArrowDown')
    await expect.poll(chosen).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    await expect.poll(chosen).toBe(first)
    await checkInBothThemes(page, 'palette')
    await page.keyboard.press('Escape')
    await input().waitFor({ state: 'detached' })
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Control+k')
    await input().pressSequentially('>密度')
    await page.getByRole('option', { name: /切换密度/ }).click()
    await page.locator('html[data-density=compact]').waitFor()
    await expect.poll(() => kept['density']).toBe('compact')
  })

  test('lets Enter press its own buttons, and goes on in the field once that is emptied', async () => {
    await page.keyboard.press('Control+k')
    await input().pressSequentially('mi')
    await page.getByRole('option').first().waitFor()
    await page.locator('.pal').getByRole('button', { name: '重试' }).press('Enter')
    expect([path(), await input().isVisible()]).toEqual(['/dashboard/settings', true])
    await input().fill('zzzz')
    await page.getByRole('button', { name: '清空搜索' }).press('Enter')
    await expect.poll(() => input().inputValue()).toBe('')
    await expect.poll(() => input().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('leaves a word that is being composed to the input method', async () => {
    await page.keyboard.press('Control+k')
    await expect.poll(() => input().evaluate((element) => element === document.activeElement)).toBe(true)
    const client = await page.context().newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'huodong', selectionStart: 7, selectionEnd: 7 })
    await input().dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
    expect(path()).toBe('/dashboard/settings')
    await client.send('Input.insertText', { text: '活动' })
    await page.getByRole('option', { name: /活动日志/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/activity-logs')
  })
})

describe('single keys', () => {
  test('[ narrows the sidebar for good, and g and a letter go to a page', async () => {
    await page.keyboard.press('[')
    await page.locator('.app.narrow').waitFor()
    await page.reload()
    await page.locator('.app.narrow').waitFor()
    await checkPage(page, 'narrow sidebar', 'colour')
    await keysThere(page)
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.waitForURL('**/dashboard/api-keys')
  })

  test('rest while somebody types, and where they are switched off', async () => {
    await page.getByRole('switch', { name: '启用单键快捷键' }).click()
    await page.getByText('已保存').waitFor()
    expect(kept).toEqual({ shortcuts: false })
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.keyboard.press('Control+k')
    await input().waitFor()
    expect([path(), await help().count()]).toEqual(['/dashboard/settings', 0])
  })
})

describe('settings', () => {
  test('are saved at once, say so, and hold after a reload', async () => {
    const clock = page.getByRole('group', { name: '时间制' })
    await clock.getByText('12 小时').click()
    await page.getByText('示例：下午 2:32:08').waitFor()
    await page.getByText('已保存').waitFor()
    expect(kept).toEqual({ hour_cycle: 'h12' })
    await checkInBothThemes(page, 'settings')
    await page.reload()
    await page.getByText('示例：下午 2:32:08').waitFor()
  })

  test('say that they were not saved, and show what the server has', async () => {
    stage.play(
      serverWith('user', ({ method, path: asked }) =>
        asked === '/api/users/me/preferences' && method === 'PATCH'
          ? { status: 409, body: { detail: '不行', code: 'refused', request_id: 'r' } }
          : undefined,
      ),
    )
    await page.getByRole('group', { name: '每周第一天' }).getByText('周日').click()
    await page.getByText('保存失败').waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '周一' }).isChecked()).toBe(true)
  })
})
