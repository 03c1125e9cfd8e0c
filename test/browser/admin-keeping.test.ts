import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn, type Words } from './words.ts'

const { yumen, operator } = operated()

const KEEPING = '/admin/system?section=backup'
const PROVIDER_SECRET = 'sk-what-no-export-may-hold'

async function consent(page: Page, { limits }: Words, password: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: limits('consent.title') })
  await dialog.locator('input').fill(password)
  await dialog.locator('input').press('Enter')
  return dialog
}

test('a backup takes the own password, and is a whole database without anything in it out of order', async () => {
  const words = wordsIn('zh-CN')
  const page = await operator.open(KEEPING)
  await button(page, `${words.config('backup.take')} ${words.config('backup.database')}`).click()
  const dialog = await consent(page, words, 'not the password')
  await dialog.getByRole('alert').waitFor()
  await checkInBothThemes(page, 'a password that is refused')
  const saved = page.waitForEvent('download')
  await consent(page, words, yumen.admin.password)
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^yumen.*\.(db|sqlite)/)
  using copy = new DatabaseSync(await file.path(), { readOnly: true })
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(copy.prepare('SELECT count(*) AS people FROM account').get()).toEqual({ people: 5 })
  await page.goto('/admin/audit-logs')
  await page.locator('tbody tr').first().getByText(words.audit('verb.made')).waitFor()
  await page.context().close()
})

test('by keyboard a configuration is taken out, brought in again over what was changed since, and told in the audit log', async () => {
  const words = wordsIn('en')
  const { config } = words
  const page = await operator.open(KEEPING, ENGLISH)
  const endpoint = { dialect: 'openai', base_url: 'https://models.example/v1', protocols: ['chat'] }
  const credentials = [{ name: 'main', secret: PROVIDER_SECRET }]
  await operator.ask('POST', '/api/admin/providers', {
    slug: 'other',
    preset: 'custom',
    name: 'Other',
    endpoints: [endpoint],
    credentials,
  })
  await operator.ask('PATCH', '/api/admin/settings', { values: { 'alerts.cooldown_min': 45 } })
  const saved = page.waitForEvent('download')
  await button(page, `${config('backup.take')} ${config('backup.config')}`).press('Enter')
  const text = await readFile(await (await saved).path(), 'utf8')
  for (const secret of [PROVIDER_SECRET, 'credentials', yumen.admin.password]) expect(text).not.toContain(secret)
  expect(text).toContain(endpoint.base_url)
  expect(JSON.parse(text)).toMatchObject({ format: 'yumen-config-1', settings: { 'alerts.cooldown_min': 45 } })
  await operator.ask('PATCH', '/api/admin/settings', { values: { 'alerts.cooldown_min': 90 } })

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, config('import.choose')).press('Enter'),
  ])
  await chooser.setFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  const fate = page.getByRole('row', { name: /alerts\.cooldown_min/ })
  await fate.getByText(config('import.act.error')).waitFor()
  expect(await button(page, config('import.take')).isDisabled()).toBe(true)
  await checkInBothThemes(page, 'a configuration that is in the way')
  await page.getByRole('radio', { name: config('import.on.error') }).focus()
  await page.keyboard.press('ArrowRight')
  await fate.getByText(config('import.act.skip')).waitFor()
  await page.keyboard.press('ArrowRight')
  await fate.getByText(config('import.act.overwrite')).waitFor()
  await button(page, config('import.take')).press('Enter')
  await consent(page, words, yumen.admin.password)
  await fate.waitFor({ state: 'detached' })
  const { values } = await operator.ask<{ values: Record<string, unknown> }>('GET', '/api/admin/settings')
  expect(values['alerts.cooldown_min']).toBe(45)

  await page.goto('/admin/audit-logs?action=settings.')
  await page.locator('tbody .link').first().press('Enter')
  const changed = page.getByRole('dialog').getByRole('row', { name: /alerts\.cooldown_min/ })
  for (const n of [90, 45]) await changed.getByText(`${n} ${config('unit.min')}`, { exact: true }).waitFor()
  await page.context().close()
})

test('a file that is no configuration is refused in a sentence that says why', async () => {
  const { config } = wordsIn('zh-CN')
  const page = await operator.open(KEEPING)
  const refusals = [
    ['no json', config('import.unreadable')],
    ['{"hello":1}', config('import.foreign')],
    ['{"format":"yumen-config-1","models":[{"id":3}]}', 'models.0.id · 类型不正确'],
  ] as const
  for (const [text, why] of refusals) {
    const file = { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText(why).waitFor()
  }
  expect(await page.getByRole('table', { name: config('import.title') }).count()).toBe(0)
  await page.context().close()
})
