import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SETTINGS } from '../../src/contract/settings.ts'
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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const icon = (page: Page) => page.evaluate(() => document.querySelector('link[rel=icon]')?.getAttribute('href'))

test('a logo that an operator chooses stands in the shell, on the sign-in page and in the tab until it is taken away', async () => {
  const own = await operator.open('/admin/system')
  const field = own.getByRole('group', { name: SETTINGS['site.logo'].title.en })
  const save = () => own.getByRole('button', { name: en.config('save'), exact: true }).click()
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') })
  await field.getByRole('status').getByText('PNG').waitFor()
  await save()
  const shown = own.locator('nav .brand img')
  await shown.waitFor()

  const page = await stranger(own)
  const logo = page.locator('main img')
  await logo.waitFor()
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('main img')?.naturalWidth === 1)
  const path = await logo.getAttribute('src')
  expect(path).toMatch(/^\/api\/public\/logo\?v=\w+$/)
  await expect.poll(() => icon(page)).toBe(path)
  const answer = await fetch(`${yumen.origin}${path}`)
  const told = ['content-type', 'x-content-type-options', 'cache-control'].map((name) => answer.headers.get(name))
  expect(told).toEqual(['image/png', 'nosniff', 'public, max-age=31536000, immutable'])
  await page.context().close()

  await field.getByRole('button', { name: en.config('picture.remove'), exact: true }).click()
  await save()
  await shown.waitFor({ state: 'detached' })
  await expect.poll(() => icon(own)).toBe('/mark.svg')
  await own.context().close()
})
