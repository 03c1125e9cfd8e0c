import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { login, users } = wordsIn('zh-CN')
const PASSWORD = 'administrators-own-words'
const { yumen, stranger } = operated([], { ADMIN_PASSWORD: PASSWORD })

async function signIn(page: Page): Promise<void> {
  // The address changes before the page does.
  await button(page, login('submit')).waitFor()
  await page.getByLabel(login('email')).fill(yumen.admin.email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await button(page, login('submit')).click()
}

test('what was typed into a form whose session ended is there again after the sign-in, and can be sent', async () => {
  const page = await stranger()
  await page.goto('/login')
  await signIn(page)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/admin/users?new=1')
  const form = page.getByRole('dialog')
  await form.getByLabel(users('field.email')).fill('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.evaluate(() => {
    for (const name of ['access_token', 'refresh_token']) localStorage.setItem(name, 'no longer valid')
  })
  await button(form, users('form.create')).click()
  await page.waitForURL('**/login')
  await signIn(page)
  await page.waitForURL('**/admin/users?new=1')
  await expect.poll(() => form.getByLabel(users('field.email')).inputValue()).toBe('ada@example.com')
  await button(form, users('form.create')).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: users('once.created') })
    .waitFor()
  await page.context().close()
})
