import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo } from './demo.ts'
import { keysThere } from './keys-there.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const { palette } = wordsIn('zh-CN')

/** Opens the palette and looks for something. */
async function lookFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: palette('placeholder') }).fill(text)
}

const found = (page: Page, group: 'keys' | 'settings') =>
  page.getByRole('group', { name: palette(`group.${group}`) }).getByRole('option')

test('an operator finds a setting by how it is spelled, and it alone is shown to be changed', async () => {
  const page = await open('/admin/dashboard')
  await page.locator('h1').waitFor()
  await lookFor(page, 'dcqq')
  await found(page, 'settings').filter({ hasText: '对冲请求' }).waitFor()
  await checkInBothThemes(page, 'settings in the palette')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/system?q=relay.hedge_ms')
  await page.getByText('对冲请求', { exact: true }).filter({ visible: true }).waitFor()
  await page.context().close()
})

test('the keys of everybody are found in the administration, by their owner too', async () => {
  const page = await open('/admin/dashboard')
  await page.locator('h1').waitFor()
  await lookFor(page, 'review-bot')
  await found(page, 'keys').first().click()
  await page.waitForURL('**/admin/keys?key=*')
  await page.getByRole('dialog').getByText('review-bot').first().waitFor()

  await page.goto('/admin/dashboard')
  await keysThere(page)
  await lookFor(page, '陈薇')
  await expect.poll(() => found(page, 'keys').count()).toBeGreaterThan(0)
  await page.context().close()
})

test('the head of every page that lists or sets things leads into the palette', async () => {
  const page = await open('/admin/dashboard')
  const way = page.locator('.top').getByRole('button', { name: wordsIn('zh-CN').ui('palette'), exact: true })
  for (const path of ['dashboard', 'usage', 'users', 'keys', 'models-providers', 'system', 'audit-logs', 'tutorial']) {
    await page.goto(`/admin/${path}`)
    await way.waitFor()
  }
  for (const path of ['', '/api-keys', '/models-providers', '/tutorial']) {
    await page.goto(`/dashboard${path}`)
    await way.waitFor()
  }
  await way.click()
  await page.getByRole('combobox', { name: palette('placeholder') }).waitFor()
  await page.context().close()
})
