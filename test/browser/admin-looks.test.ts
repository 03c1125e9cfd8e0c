import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { chatWith, ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { palette, settings, ui } = wordsIn('en')
const { operator, yumen } = operated()

type Person = { id: string; name: string; role: string }
type Preferences = { density?: string }

async function openPalette(page: Page): Promise<void> {
  await button(page, ui('palette')).click()
  await page.getByRole('option').first().waitFor()
}

/** How much was opened lately, as the palette tells. */
async function lately(page: Page): Promise<number> {
  await openPalette(page)
  const found = await page
    .getByRole('group', { name: palette('group.recent') })
    .getByRole('option')
    .count()
  await page.keyboard.press('Escape')
  return found
}

test('whoever looks at somebody’s console keeps their own looks, and leaves no traces of it in them', async () => {
  const page = await operator.open('/dashboard/settings', ENGLISH)
  const density = () => page.locator('html').getAttribute('data-density')
  const kept = () => page.evaluate(() => localStorage.getItem('ym.preferences'))
  await page.getByText(settings('density.compact'), { exact: true }).click()
  await expect.poll(density).toBe('compact')
  const asOwn = () => operator.ask<Preferences>('GET', '/api/users/me/preferences')
  await expect.poll(async () => (await asOwn()).density).toBe('compact')
  const own = await kept()
  const { items } = await operator.ask<{ items: Person[] }>('GET', '/api/admin/users?tz=UTC')
  const person = items.find(({ role }) => role === 'user')
  const { token } = await operator.ask<{ token: string }>('POST', `/api/admin/users/${person?.id}/view`)
  await page.evaluate((viewing) => sessionStorage.setItem('ym.viewing', viewing), JSON.stringify({ ...person, token }))
  await page.goto('/dashboard')
  await page
    .getByText(person?.name ?? '')
    .first()
    .waitFor()
  await expect.poll(density).toBe('compact')
  await openPalette(page)
  await page.keyboard.press('Enter')
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('[')
  await page.waitForLoadState('networkidle')
  expect(await density()).toBe('compact')
  expect(await kept()).toBe(own)
  await page.evaluate(() => sessionStorage.removeItem('ym.viewing'))
  await page.goto('/dashboard')
  await page.locator('h1').waitFor()
  expect(await lately(page)).toBe(0)
  expect(await asOwn()).toMatchObject({ density: 'compact' })
  await page.context().close()
})

test('what a model cost is drawn in the money it is told in', async () => {
  const { secret } = await operator.ask<{ secret: string }>('POST', '/api/keys', { name: 'Yuan' })
  expect(await chatWith(yumen, secret)).toBe(200)
  const values = { 'money.cny_rate': '7.1', 'money.currency': 'CNY' }
  await operator.ask('PATCH', '/api/admin/settings', { values, password: yumen.admin.password })
  const page = await operator.open('/dashboard/models-providers?model=gpt-5.5', ENGLISH)
  const axis = page.getByRole('dialog').locator('.plot text')
  await axis.filter({ hasText: /^¥/ }).first().waitFor()
  await expect.poll(() => axis.filter({ hasText: '$' }).count()).toBe(0)
  await page.context().close()
})
