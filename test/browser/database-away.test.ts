import { expect, test } from 'vitest'
import { demo } from './demo.ts'
import { wordsIn } from './words.ts'

const { open } = demo()

test('while the database is away a page says that it passes, and goes on by itself when it is back', async () => {
  const page = await open('/dashboard')
  const { shell, system, keys } = wordsIn('zh-CN')
  let away = true
  const asked: string[] = []
  await page.route(/\/api\/(?!public)/, (route) => {
    if (!away) return route.fallback()
    asked.push(new URL(route.request().url()).pathname)
    const json = {
      detail: '数据库暂时不可用，请稍后重试',
      code: 'database_away',
      request_id: '01KAJ1Q2W3E4R5T6Y7U8I9O0PA',
    }
    return route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json })
  })
  await page.goto('/dashboard/api-keys')
  const banner = page.getByText(system('away.database'), { exact: true })
  await banner.waitFor()
  await page.getByRole('alert').getByText('数据库暂时不可用，请稍后重试').waitFor({ timeout: 20_000 })
  expect(await page.getByText(shell('banner.me_failed')).count()).toBe(0)
  // One question every five seconds, and none of what the page shows.
  const before = asked.length
  await expect.poll(() => asked.length, { timeout: 12_000 }).toBeGreaterThan(before + 1)
  expect(new Set(asked.slice(before))).toEqual(new Set(['/api/users/me']))
  away = false
  await page.getByRole('row').filter({ hasText: 'Cherry Studio' }).waitFor({ timeout: 12_000 })
  expect(await banner.count()).toBe(0)
  expect(
    await page
      .getByRole('button', { name: keys('create') })
      .first()
      .isEnabled(),
  ).toBe(true)
}, 60_000)
