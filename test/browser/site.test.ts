import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { newVisitor } from './chromium.ts'
import { operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator, yumen } = operated([], { ADMIN_PASSWORD: 'administrators-own-words' })
const [zh, en] = [wordsIn('zh-CN'), wordsIn('en')] as const

/** Somebody who comes for the first time, having chosen a language or none. */
async function stranger(page: Page, chosen?: 'zh-CN'): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  const visitor = await newVisitor(browser, yumen.origin)
  if (chosen) await visitor.context.addInitScript((locale) => localStorage.setItem('ym.locale', locale), chosen)
  await visitor.page.goto('/login')
  return visitor.page
}

beforeAll(async () => {
  await operator.ask('PATCH', '/api/admin/settings', { values: { 'site.name': '山海', 'site.default_locale': 'en' } })
})

test('the title carries the site’s name, and who chose no language sees the operator’s', async () => {
  const own = await operator.open('/dashboard/settings')
  await own.waitForFunction((title) => document.title === title, `${en.common('places.settings')} · 山海`)

  const page = await stranger(own)
  await page.getByRole('button', { name: en.login('submit'), exact: true }).waitFor()
  await page.waitForFunction((title) => document.title === title, `${en.common('places.login')} · 山海`)
  expect(await page.evaluate(() => localStorage.getItem('ym.locale')), 'nobody chose it').toBeNull()
  await page.context().close()
  await own.context().close()
})

test('a language that was chosen holds against the operator’s', async () => {
  const own = await operator.open('/dashboard/settings')
  const page = await stranger(own, 'zh-CN')
  await page.waitForFunction((title) => document.title === title, `${zh.common('places.login')} · 山海`)
  await page.getByRole('button', { name: zh.login('submit'), exact: true }).waitFor()
  await page.context().close()
  await own.context().close()
})
