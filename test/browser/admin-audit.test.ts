import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SETTINGS } from '../../src/contract/settings.ts'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator, as, yumen } = operated()

const OTHER = { email: 'second@example.com', password: 'the-second-administrator' }

/** What the log had before, of the demo: acts, and changes of settings among them. */
const had = { acts: 0, settings: 0 }

beforeAll(async () => {
  const { items } = await operator.ask<{ items: { action: string }[] }>('GET', '/api/admin/audit')
  had.acts = items.length
  had.settings = items.filter(({ action }) => action === 'settings.changed').length
  const settings = '/api/admin/settings'
  await operator.ask('PATCH', settings, { values: { 'alerts.cooldown_min': 30, 'alerts.disk_percent': 15 } })
  const deputy = { ...OTHER, name: '副手', role: 'admin', must_change_password: false }
  await operator.ask('POST', '/api/admin/users', { ...deputy, own_password: yumen.admin.password })
  const second = await as(OTHER)
  await second.ask('PATCH', settings, { values: { 'alerts.cooldown_min': 31 } })
  await second.ask('POST', '/api/admin/announcements', {
    kind: 'info',
    title: { zh: '一', en: '' },
    body: { zh: '二', en: '' },
  })
})

const rows = (page: Page) => page.locator('tbody tr')

test('the log is filtered by act and actor, an act opens with each field before and after, and a reload keeps it', async () => {
  const { audit, config, ui } = wordsIn('zh-CN')
  const page = await operator.open('/admin/audit-logs')
  await expect.poll(() => rows(page).count()).toBe(had.acts + 5)
  await button(page, audit('col.action')).click()
  await page.getByRole('menuitemcheckbox', { name: audit('class.settings') }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rows(page).count()).toBe(had.settings + 2)
  await rows(page).filter({ hasText: '副手' }).locator('.link').click()
  const drawer = page.getByRole('dialog')
  const field = drawer.getByRole('row', { name: /alerts\.cooldown_min/ })
  await field.getByText(SETTINGS['alerts.cooldown_min'].title.zh).waitFor()
  for (const n of [30, 31]) await field.getByText(`${n} ${config('unit.min')}`, { exact: true }).waitFor()
  await checkInBothThemes(page, 'an act and what it changed')
  await button(page, audit('event.only_actor')).click()
  await button(page, ui('filter.is', { label: audit('col.actor'), values: '副手' })).waitFor()
  await expect.poll(() => rows(page).count()).toBe(3)
  await button(page, audit('col.action')).click()
  await page.getByRole('menuitemcheckbox', { name: audit('class.announcement') }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.reload()
  await button(page, ui('filter.is', { label: audit('col.actor'), values: '副手' })).waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('action')).toBe('announcement.')
  await page.context().close()
})

test('what a person did is found by their name, and by choosing them', async () => {
  const { audit, ui } = wordsIn('zh-CN')
  const page = await operator.open('/admin/audit-logs')
  await page.getByRole('searchbox', { name: audit('search') }).fill('副手')
  // What they did, that they signed in, and that they were made.
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.getByRole('searchbox', { name: audit('search') }).fill('')
  await expect.poll(() => rows(page).count()).toBe(had.acts + 5)
  await button(page, audit('col.actor')).click()
  await page.getByRole('menuitemcheckbox', { name: '副手' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => rows(page).count()).toBe(3)
  await button(page, ui('filter.is', { label: audit('col.actor'), values: '副手' })).waitFor()
  await page.context().close()
})

test('by keyboard the chain is verified, and what is listed is taken along', async () => {
  const { audit } = wordsIn('en')
  const page = await operator.open('/admin/audit-logs?action=settings.', ENGLISH)
  await button(page, audit('chain.check')).press('Enter')
  await page.getByText(audit('chain.whole')).waitFor()
  const { items } = await operator.ask<{ items: object[] }>('GET', '/api/admin/audit')
  await page.getByText(audit('chain.checked', { n: String(items.length) })).waitFor()
  await button(page, audit('export.do')).press('Enter')
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: audit('export.csv') }).press('Enter')
  const [head, ...lines] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('action')
  expect(lines).toHaveLength(had.settings + 2)
  for (const line of lines) expect(line).toContain('settings.changed')
  await page.context().close()
})
