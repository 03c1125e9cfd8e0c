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
  await page.getByRole('alert').getByText('数据库暂时不可用，请稍后重试').waitFor()
  expect(await page.getByText(shell('banner.me_failed')).count()).toBe(0)
  // One question every five seconds, and none of what the page shows, once what it asked at first is refused.
  const before = asked.length
  const latest = () => asked.slice(before).slice(-2)
  await expect.poll(latest, { timeout: 30_000 }).toEqual(['/api/users/me', '/api/users/me'])
  away = false
  await page.getByRole('row').filter({ hasText: 'Cherry Studio' }).waitFor()
  await banner.waitFor({ state: 'detached' })
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: keys('create') })
        .first()
        .isEnabled(),
    )
    .toBe(true)
})
