import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/contract/settings.ts'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()

const BOARD = '/admin/dashboard'

test('what needs attention leads to where it is mended, and is gone from the dashboard once it is', async () => {
  const { limits, overview, users } = wordsIn('zh-CN')
  const page = await operator.open(BOARD)
  const entry = page.locator('.ov-todo li', { hasText: '周明' })
  await entry.getByText(overview('kind.limit_near')).first().waitFor()
  await entry.getByRole('link', { name: new RegExp(`^${overview('act.limit')}`) }).click()
  await page.waitForURL('**/admin/users?user=*')
  const drawer = page.getByRole('dialog')
  await drawer.getByText('周明').first().waitFor()
  await button(page, users('limits.edit')).click()
  await page.getByRole('textbox', { name: limits('field.max') }).fill('5000')
  await button(page, limits('bulk.apply')).click()
  await drawer.getByText('/ $5,000').waitFor()
  await page.goto(BOARD)
  await page.getByRole('heading', { name: overview('attention.title') }).waitFor()
  await page.getByText(overview('attention.fine')).waitFor()
  await checkInBothThemes(page, 'a dashboard where all is well')
  await page.context().close()
})

/** A row is called by its provider and then by what its endpoint speaks. */
const providerOf = (name: string) => name.split(' ').slice(0, -1).join(' ')

test('the health of providers is walked by arrow keys and opened by Enter', async () => {
  const { overview } = wordsIn('en')
  const page = await operator.open(BOARD, ENGLISH)
  const matrix = page.getByRole('table', { name: overview('matrix.title') })
  const opener = (name: string) => matrix.getByRole('link', { name: overview('matrix.open', { name }) })
  await opener('OpenAI OpenAI').waitFor()
  const names = await matrix.locator('tbody tr td:first-child').allInnerTexts()
  expect(new Set(names.map(providerOf))).toEqual(new Set(['Anthropic', 'OpenAI', 'OpenRouter', '阿里云百炼']))
  const [first = '', second = ''] = names
  await opener(first).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => opener(second).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => opener(first).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/providers/*')
  await page.getByRole('heading', { level: 1, name: providerOf(second) }).waitFor()
  await page.goBack()
  await matrix.waitFor()
  await checkInBothThemes(page, 'the dashboard')
  await page.context().close()
})

test('the time that is looked at is in the address, and is the same after a reload', async () => {
  const page = await operator.open(BOARD, ENGLISH)
  const control = page.locator('[data-time-range]').filter({ visible: true })
  await control.press('Enter')
  const range = page.getByRole('button', { name: 'Last 7 days', exact: true })
  await range.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('7d')
  await page.reload()
  await expect.poll(() => control.innerText()).toContain('Last 7 days')
  await page.context().close()
})

test('who costs most and what fails lead to the usage of the time that is looked at', async () => {
  const { overview } = wordsIn('en')
  const page = await operator.open(BOARD, ENGLISH)
  const rangeIn = (link: Locator) =>
    link.evaluate((found: HTMLAnchorElement) => new URL(found.href).searchParams.get('range'))
  const tops = page.locator('.g3')
  await tops.locator('a[href*="model="]').first().waitFor()
  for (const filter of ['user', 'model', 'status']) {
    expect(await rangeIn(tops.locator(`a[href*="${filter}="]`).first())).toBe('today')
  }
  await tops.getByRole('link', { name: overview('tops.all') }).click()
  const control = page.locator('[data-time-range]').filter({ visible: true })
  await expect.poll(() => control.innerText()).toContain('Today')
  await page.context().close()
})

test('a change of configuration is marked on the traffic chart, and told to whoever is at it by keyboard', async () => {
  const { overview } = wordsIn('zh-CN')
  await operator.ask('PATCH', '/api/admin/settings', { values: { 'alerts.cooldown_min': 31 } })
  const page = await operator.open(BOARD)
  const card = page.locator('section.card').filter({ hasText: overview('traffic.title') })
  await card.getByText(overview('marks.name')).waitFor()
  await card.locator('.plotbox .cmark').first().waitFor()
  const cursor = card.getByRole('slider')
  await cursor.focus()
  const title = SETTINGS['alerts.cooldown_min'].title.zh
  await expect.poll(() => cursor.getAttribute('aria-valuetext')).toContain(`${overview('marks.settings')} ${title}`)
  await card.locator('.ctip').getByText(title).waitFor()
  await page.context().close()
})
