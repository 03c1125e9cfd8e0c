import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analysis } from '../../web/src/i18n/zh-CN/analysis.ts'
import { audit } from '../../web/src/i18n/zh-CN/audit.ts'
import { glance } from '../../web/src/i18n/zh-CN/glance.ts'
import { system } from '../../web/src/i18n/zh-CN/system.ts'
import { usage as texts } from '../../web/src/i18n/zh-CN/usage.ts'
import { users } from '../../web/src/i18n/zh-CN/users.ts'
import { newVisitor, openBrowser } from './chromium.ts'
import { checkInBothThemes, checkPage } from './page-check.ts'
import { startYumen, type Yumen } from './yumen.ts'

let browser: Browser
let yumen: Yumen
let stored: Record<string, string>

beforeAll(async () => {
  ;[browser, yumen] = await Promise.all([openBrowser(), startYumen(['--demo'])])
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${yumen.origin}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(yumen.admin),
  })
  stored = (await answer.json()) as Record<string, string>
})

afterAll(async () => {
  await browser?.close()
  await yumen?.[Symbol.asyncDispose]()
})

async function openPage(path: string): Promise<Page> {
  const { context, page } = await newVisitor(browser, yumen.origin)
  await context.addInitScript((tokens) => {
    for (const [name, token] of Object.entries(tokens)) localStorage.setItem(name, token)
  }, stored)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const today = () => new Date().toISOString().slice(0, 10)

test('an operator sees cost, margin and failovers by credential, and what is unlike the week before', async () => {
  const page = await openPage('/admin/usage')
  await page.getByRole('group', { name: '主图指标' }).getByText('毛利率').click()
  await page.getByText('上游密钥', { exact: true }).last().click()
  await page.getByRole('columnheader', { name: '切换率' }).waitFor()
  await page.getByRole('button', { name: 'OpenRouter · main' }).first().waitFor()
  expect(new URL(page.url()).searchParams.get('by')).toBe('credential')
  await page.getByText(analysis.anomalies.remark).waitFor()
  await checkInBothThemes(page, 'the analysis')
  await page.context().close()
})

test('the provider one reconciles with is told, and can be let go of', async () => {
  const page = await openPage('/admin/usage?tab=reconcile')
  const rows = page.locator('tbody tr:not(.tot)')
  await rows.filter({ hasText: 'OpenRouter' }).waitFor()
  const all = await rows.count()
  await button(page, texts.dimension.provider).click()
  await page.getByRole('menuitemcheckbox', { name: /^OpenRouter/ }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await page.keyboard.press('Escape')
  await button(page, texts.removeFilter.replace('{{name}}', texts.dimension.provider)).click()
  await expect.poll(() => rows.count()).toBe(all)
  await page.context().close()
})

test('an accountant sees what users were charged for models and what is left, as a table and as a matrix', async () => {
  const page = await openPage('/admin/usage?tab=reconcile')
  await page.getByText(analysis.reconcile.side_users, { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: '陈薇' })
  await row.click()
  await expect.poll(() => row.getByRole('button').getAttribute('aria-expanded')).toBe('true')
  const cell = page.getByRole('row').filter({ hasText: 'gpt-6-astra' }).getByRole('cell').nth(3)
  const charged = await cell.getAttribute('title')
  await page.getByText(analysis.statement.form_matrix, { exact: true }).click()
  await page.getByRole('columnheader', { name: 'gpt-6-astra' }).waitFor()
  const line = page.getByRole('row').filter({ hasText: '陈薇' })
  expect(await line.getByRole('cell').evaluateAll((cells) => cells.map((one) => one.getAttribute('title')))).toContain(
    charged,
  )
  // In a small window models are moved sideways, between who it is and what it comes to.
  await page.setViewportSize({ width: 1024, height: 800 })
  const edges = () =>
    page.getByRole('table').evaluate((table) => {
      const place = table.parentElement as HTMLElement
      const endsAt = (x: number) => {
        place.scrollLeft = x
        const cells = [...(table.querySelector('tbody tr')?.children ?? [])].map((one) => one.getBoundingClientRect())
        const { left, right } = place.getBoundingClientRect()
        return [(cells[0]?.left ?? 0) - left, right - (cells.at(-1)?.right ?? 0)].map(Math.round)
      }
      return { before: endsAt(0), after: endsAt(40), moved: place.scrollLeft }
    })
  await expect.poll(edges).toEqual({ before: [0, 0], after: [0, 0], moved: 40 })
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, analysis.export).click()])
  expect(file.suggestedFilename()).toMatch(/^yumen-statement_.*\.csv$/)
  await checkInBothThemes(page, 'the statement')
  await page.context().close()
})

test('a bill is checked, taken in, compared by day, and taken away again', async () => {
  const page = await openPage('/admin/usage?tab=reconcile')
  await button(page, analysis.reconcile.import).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox').click()
  await page.getByRole('option', { name: 'OpenRouter' }).click()
  await drawer.getByLabel(analysis.bill.text).fill('date,model,amount\nnever,x,1')
  await drawer.getByRole('button', { name: analysis.bill.try }).click()
  await drawer.getByText('第 2 行').waitFor()
  await drawer.getByLabel(analysis.bill.text).fill(`date,model,amount\n${today()},of-their-own,1234.5`)
  await drawer.getByRole('button', { name: analysis.bill.try }).click()
  await drawer.getByText('of-their-own').last().waitFor()
  await checkPage(page, 'a bill')
  await drawer.getByRole('button', { name: analysis.bill.take }).click()
  await drawer.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /OpenRouter/ })
  await row.getByText('$1,234.50').waitFor()
  await row.getByText(analysis.reconcile.differs).waitFor()
  await page.getByText(analysis.reconcile.by_model, { exact: true }).first().click()
  await page.getByRole('cell', { name: 'of-their-own' }).waitFor()
  await checkInBothThemes(page, 'the reconciliation')
  await page.getByText(analysis.reconcile.by_provider, { exact: true }).first().click()
  await button(page, analysis.reconcile.more.replace('{{name}}', 'OpenRouter')).click()
  await page.getByRole('menuitem', { name: analysis.reconcile.remove }).click()
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('textbox').fill('OpenRouter')
  await asked.getByRole('button', { name: analysis.reconcile.remove }).click()
  await row.getByText(analysis.reconcile.waiting).waitFor()
  await page.context().close()
})

test('who came, stayed and left is told by week and by month, from the address and by keyboard', async () => {
  const page = await openPage('/admin/usage')
  await page.getByRole('tab', { name: texts.tab.cohorts }).click()
  const flow = page.getByRole('table', { name: analysis.cohorts.title })
  const [first, last] = [flow.locator('tbody tr').first(), flow.locator('tbody tr').last()]
  await last.getByText('（未完）').filter({ visible: true }).waitFor()
  const [active = '', ...others] = await first.locator('td').allTextContents()
  expect(Number(active)).toBeGreaterThan(0)
  expect(others, 'everybody of the first week is new').toEqual([active, '0', '0', '—'])
  const kept = page.getByRole('table', { name: analysis.cohorts.kept })
  await kept.getByRole('columnheader', { name: analysis.cohorts.after_week_other.replace('{{n}}', '1') }).waitFor()
  await checkInBothThemes(page, 'the cohorts')
  await page.getByRole('radio', { name: analysis.cohorts.every_week }).focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(/every=month/)
  await flow.getByRole('rowheader', { name: /^\d{4}-\d\d（未完）$/ }).waitFor()
  await page.reload()
  await flow.getByRole('rowheader', { name: /^\d{4}-\d\d（未完）$/ }).waitFor()
  const saved = page.waitForEvent('download')
  await button(page, analysis.export).click()
  expect((await saved).suggestedFilename()).toMatch(/^yumen-cohorts_month_[\d-]{10}\.csv$/)
  await page.context().close()
})

test('an administrator looks at a user’s console, which says so on every page, and changes nothing there', async () => {
  const page = await openPage('/admin/users')
  await button(page, users.act.more.replace('{{name}}', '陈薇')).click()
  await page.getByRole('menuitem', { name: users.act.view }).press('Enter')
  await page.waitForURL('**/dashboard')
  const mark = page.getByText(system.viewing.who.replace('{{name}}', '陈薇'))
  await mark.waitFor()
  await page.getByRole('link', { name: 'API 密钥' }).first().click()
  await mark.waitFor()
  await page.getByText('Codex CLI').first().waitFor()
  await checkInBothThemes(page, 'somebody else’s console')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: '名称' }).fill('not mine')
  await page.getByRole('dialog').getByRole('button', { name: '创建密钥' }).click()
  await page.getByText('只读方式查看').first().waitFor()
  await page.reload()
  await mark.waitFor()
  await page.goto('/admin/audit-logs')
  await page.waitForURL('**/dashboard')
  await button(page, system.viewing.leave).click()
  await page.waitForURL('**/admin/users?user=*')
  await page.getByRole('dialog').getByRole('tab', { name: users.tab.changes }).click()
  await page.getByRole('dialog').getByText(glance.trail.act.user.viewed).first().waitFor()
  await page.context().close()
})

test('a provider’s timeouts, concurrency and credential are changed, and the change log says from what to what', async () => {
  const page = await openPage('/admin/models-providers')
  await page.getByRole('link', { name: 'OpenRouter', exact: true }).filter({ visible: true }).click()
  await page.waitForURL('**/admin/providers/**')
  await button(page, '编辑端点').click()
  const drawer = page.getByRole('dialog')
  const bounds = drawer.getByRole('group', { name: 'OpenAI 的超时与并发' })
  await bounds.getByLabel('首字').fill('0')
  await drawer.getByRole('button', { name: '保存' }).click()
  await bounds.getByText('留空使用全局设置').waitFor()
  await bounds.getByLabel('首字').fill('45')
  await bounds.getByLabel('最大并发').fill('16')
  await checkPage(page, 'the edit drawer of a provider')
  await drawer.getByRole('button', { name: '保存' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByText('并发 0 / 16').waitFor()
  await button(page, '编辑密钥 main').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('指定模型').click()
  await dialog.getByLabel('kimi-k3').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('允许 1 个模型').waitFor()
  await page
    .getByRole('button', { name: /修改了提供商/ })
    .last()
    .click()
  await page.getByText('endpoints[openai].timeouts.first_token_ms').waitFor()
  await checkInBothThemes(page, 'a provider')
  await page.context().close()
})

test('a setting is found, changed and saved by keyboard, and the audit log tells who did it and is whole', async () => {
  const page = await openPage('/admin/system?section=retention')
  await page.getByText('最近 7 天日均').waitFor()
  const days = page
    .getByRole('spinbutton')
    .or(page.getByRole('textbox', { name: '请求记录保留' }))
    .first()
  await days.fill('60')
  await page.getByText('第 60 天起稳定在').waitFor()
  const preview = page.getByRole('region', { name: '修改预览' })
  await preview.getByText(/^更早的今晚删除，第 180 天起少占 .+，需要确认$/).waitFor()
  await checkInBothThemes(page, 'the settings')
  await page.getByRole('button', { name: /^保存/ }).first().press('Enter')
  const consent = page.getByRole('dialog')
  await consent.locator('input').fill(yumen.admin.password)
  await page.keyboard.press('Enter')
  await consent.waitFor({ state: 'detached' })
  // It is sent once the password is there.
  await expect.poll(() => page.getByRole('button', { name: /^保存/ }).count()).toBe(0)
  await page.goto('/admin/audit-logs')
  const first = page.locator('tbody tr').first()
  await first.getByText(audit.target.settings).waitFor()
  await first.locator('.link').first().press('Enter')
  await page.getByRole('dialog').getByText('retention.request_days').first().waitFor()
  await checkInBothThemes(page, 'an event of the audit log')
  await page.context().close()
})

test('the level FULL says what it takes before it is saved with the password, and fields to be redacted are typed in', async () => {
  const page = await openPage('/admin/system?section=retention')
  const full = page.getByRole('radio', { name: /^FULL/ })
  const level = page.locator('[id="capture.level"]')
  await page.getByText('最近 7 天日均').waitFor()
  const before = await page.locator('.sys-big').innerText()
  await full.check()
  await level.getByText(/FULL 会保存用户的提示词与回复，预计每天/).waitFor()
  await expect.poll(() => page.locator('.sys-big').innerText()).not.toBe(before)
  await page.locator('.sys-big').getByText('原值').waitFor()
  const fields = page.getByRole('textbox', { name: '脱敏字段' })
  await fields.fill('Email，身份证')
  await fields.press('Enter')
  await button(page, '移除 phone').press('Enter')
  await expect.poll(() => fields.evaluate((field) => field === document.activeElement)).toBe(true)
  const preview = page.getByRole('region', { name: '修改预览' })
  await preview.getByText(/^保存提示词与回复，第 7 天起多占 .+，需要确认$/).waitFor()
  await checkInBothThemes(page, 'the settings of logging')
  await button(page, '保存').press('Enter')
  const consent = page.getByRole('dialog')
  await consent.locator('input').fill(yumen.admin.password)
  await page.keyboard.press('Enter')
  await consent.waitFor({ state: 'detached' })
  await expect.poll(() => button(page, '保存').count()).toBe(0)
  await page.reload()
  await expect.poll(() => full.isChecked()).toBe(true)
  await button(page, '移除 email').waitFor()
  await button(page, '移除 身份证').waitFor()
  expect(await button(page, '移除 phone').count()).toBe(0)
  expect(await level.getByText('预计每天').count()).toBe(0)
  await page.context().close()
})
