import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { newVisitor, openBrowser, USUAL } from './chromium.ts'
import { checkPage } from './page-check.ts'
import { signIn } from './visit.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let used: Yumen
let fresh: Yumen

beforeAll(async () => {
  ;[browser, used, fresh] = await Promise.all([openBrowser(), startYumen(['--demo']), startYumen()])
})

afterAll(async () => {
  await browser?.close()
  await Promise.all([used, fresh].map((one) => one?.[Symbol.asyncDispose]()))
})

const { login, password, charts, settings, overview } = wordsIn('en')

test('until the one-time password is replaced nothing is asked that would be refused', async () => {
  const { context, page } = await newVisitor(browser, fresh.origin, { ...USUAL, locale: 'en' })
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`))
  await page.goto('/login')
  await page.getByLabel(login('email')).fill(fresh.admin.email)
  await page.locator('input[name=password]').fill(fresh.admin.password)
  await page.getByRole('button', { name: login('submit'), exact: true }).click()
  await page.getByRole('heading', { name: password('first.title') }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
  await context.close()
})

test('a key that is pressed as soon as the page is there counts, though its code is still on the way', async () => {
  const { context, page } = await newVisitor(browser, used.origin, { ...USUAL, locale: 'en' })
  await signIn(context, used)
  let give = () => {}
  const held = new Promise<void>((resolve) => (give = resolve))
  await page.route('**/assets/global-keys-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admin/dashboard')
  await page.locator('[data-time-range]').first().waitFor()
  await page.keyboard.press('t')
  const choice = page.getByRole('dialog').getByText(charts('range.absolute'))
  expect(await choice.count()).toBe(0)
  give()
  await choice.waitFor()
  await context.close()
})

test('parts of the settings are told apart by their names', async () => {
  const { context, page } = await newVisitor(browser, used.origin, { ...USUAL, locale: 'en' })
  await signIn(context, used)
  await page.goto('/dashboard/settings')
  const notices = page.getByRole('region', { name: settings('section.notices'), exact: true })
  await notices.waitFor()
  expect(await notices.count()).toBe(1)
  await checkPage(page, 'settings')
  await context.close()
})

test('what is striped in a chart is striped in its legend', async () => {
  const { context, page } = await newVisitor(browser, used.origin, { ...USUAL, locale: 'en' })
  await signIn(context, used)
  // A day that has just begun may have seen no failure yet.
  await page.goto('/admin/dashboard?range=7d')
  const mark = (outcome: 'succeeded' | '5xx') =>
    page.locator('.lg > span', { hasText: overview(`traffic.outcome.${outcome}`) }).locator('i')
  await mark('5xx').waitFor()
  const image = (outcome: 'succeeded' | '5xx') => mark(outcome).evaluate((one) => getComputedStyle(one).backgroundImage)
  expect(await image('5xx')).toContain('repeating-linear-gradient')
  expect(await image('succeeded')).toBe('none')
  await context.close()
})
