import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { operated } from './operator.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { providers: t } = wordsIn('zh-CN')

const row = (page: Page, name: string) => page.locator('tbody tr:has(.grip)').filter({ hasText: name })
const priority = (page: Page, name: string) => page.getByLabel(t('providerList.priorityOf', { name }))

/** Drags a provider to the upper edge of the first row. */
async function dragToTop(page: Page, name: string): Promise<void> {
  const first = page.locator('tbody tr:has(.grip)').first()
  await row(page, name)
    .locator('.grip')
    .dragTo(first, { targetPosition: { x: 200, y: 5 } })
}

test('a provider that is dragged above all others is asked first, and undo takes it back', async () => {
  const page = await operator.open('/admin/models-providers')
  await row(page, 'OpenRouter').waitFor()
  const before = await priority(page, 'OpenRouter').inputValue()
  await dragToTop(page, 'OpenRouter')
  await page.getByText(t('providerList.priorityToast', { name: 'OpenRouter', priority: 50 })).waitFor()
  await expect.poll(() => page.locator('tbody tr:has(.grip)').first().innerText()).toContain('OpenRouter')
  await checkPage(page, 'providers that can be dragged')
  await page.getByRole('button', { name: t('providerList.undo') }).click()
  await expect.poll(() => priority(page, 'OpenRouter').inputValue()).toBe(before)
  await page.context().close()
})

test('where the new order is refused, the provider goes back to its place', async () => {
  const page = await operator.open('/admin/models-providers')
  await row(page, 'OpenRouter').waitFor()
  const before = await priority(page, 'OpenRouter').inputValue()
  await page.route('**/api/admin/providers/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { code: 'broken', detail: 'not now' } })
      : route.fallback(),
  )
  await dragToTop(page, 'OpenRouter')
  await page.getByText('not now').waitFor()
  await expect.poll(() => priority(page, 'OpenRouter').inputValue()).toBe(before)
  await expect.poll(() => page.locator('tbody tr:has(.grip)').last().innerText()).toContain('OpenRouter')
  await page.context().close()
})

const credentials = (page: Page) => page.locator('li:has(.grip)')
const namesOf = (page: Page) => credentials(page).locator('b').allInnerTexts()

test('a credential that is dragged above the others is asked first, undo takes it back, and by keyboard its number does the same', async () => {
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/providers', {
    slug: 'many',
    name: 'Many',
    preset: 'custom',
    endpoints: [{ dialect: 'openai', base_url: 'https://models.example/v1' }],
    credentials: ['one', 'two', 'three'].map((name) => ({ name, secret: `sk-${name}-0000000000` })),
  })
  const kept = async () => {
    const { credentials: all } = await operator.ask<{ credentials: { name: string; priority: number }[] }>(
      'GET',
      `/api/admin/providers/${id}`,
    )
    return all.map(({ name, priority }) => `${name} ${priority}`)
  }
  const page = await operator.open(`/admin/providers/${id}`)
  await credentials(page).filter({ hasText: 'three' }).waitFor()
  await credentials(page)
    .filter({ hasText: 'three' })
    .locator('.grip')
    .dragTo(credentials(page).first(), { targetPosition: { x: 200, y: 5 } })
  await page.getByText(t('detail.reordered')).waitFor()
  await expect.poll(() => namesOf(page)).toEqual(['three', 'one', 'two'])
  expect(await kept()).toEqual(['three 1', 'one 2', 'two 2'])
  await checkPage(page, 'credentials that can be dragged')
  await page.getByRole('button', { name: t('providerList.undo') }).click()
  await expect.poll(kept).toEqual(['one 1', 'two 1', 'three 1'])
  const number = page.getByLabel(t('providerList.priorityOf', { name: 'one' }))
  await number.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect.poll(kept).toEqual(['two 1', 'three 1', 'one 7'])
  await expect.poll(() => namesOf(page)).toEqual(['two', 'three', 'one'])
  await page.context().close()
})
