import { afterAll, beforeAll, expect, test } from 'vitest'
import { button } from './demo.ts'
import { startHook, type Hook } from './hook.ts'
import { chatWith, ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { yumen, operator, as } = operated()

const KEY = 'what only the two of them know'
const ALERTS = '/admin/system?section=alerts'

let hook: Hook
let secret = ''

beforeAll(async () => {
  hook = await startHook(KEY)
  // Two calls a day: the first comes to half of it, the second to all of it.
  const limits = [{ metric: 'requests', window: 'day', max: 2 }]
  secret = (await operator.ask<{ secret: string }>('POST', '/api/keys', { name: 'two-a-day', limits })).secret
})

afterAll(async () => {
  await hook?.[Symbol.asyncDispose]()
})

/** What the webhook was told of this test: limits of the demo's own people may run out meanwhile. */
const told = () => hook.arrived.filter(({ rule, title }) => rule === 'test' || title.includes('two-a-day'))

test('a webhook on this machine is refused at its field until that is allowed; then its test and an alert reach it signed', async () => {
  const { channels } = wordsIn('zh-CN')
  const page = await operator.open(ALERTS)
  await button(page, channels('add')).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(channels('field.name')).fill('值班')
  await drawer.getByRole('textbox', { name: channels('field.url') }).fill(hook.url)
  await drawer.getByLabel(channels('field.signing_key')).fill(KEY)
  await drawer.getByLabel(channels('rule.budget_threshold')).check()
  await button(page, channels('save')).click()
  await drawer.getByRole('alert').getByText(channels('fault.private')).waitFor()
  expect(await drawer.getByRole('textbox', { name: channels('field.url') }).getAttribute('aria-invalid')).toBe('true')
  await checkInBothThemes(page, 'a channel that is refused')
  await drawer.getByLabel(channels('field.allow_private')).check()
  await button(page, channels('save')).click()
  await drawer.waitFor({ state: 'detached' })
  await button(page, `${channels('test.do')} 值班`).click()
  await page.getByText(channels('test.sent')).first().waitFor()
  expect(told()).toMatchObject([{ rule: 'test', title: '[Yumen] 测试通知', signed: true }])

  expect(await chatWith(yumen, secret)).toBe(200)
  await expect.poll(() => told().length).toBe(2)
  expect(told()[1]).toMatchObject({ rule: 'budget_threshold', signed: true })
  expect(told()[1]?.title).toBe('[Yumen] 额度已用 50%：密钥 two-a-day')
  await page.reload()
  const row = page.getByRole('table', { name: channels('history.title') }).getByRole('row', { name: /50%.*two-a-day/ })
  await row.getByText('值班', { exact: true }).waitFor()
  await checkInBothThemes(page, 'a channel and what it was told')
  await page.context().close()
})

test('by keyboard the pause between notifications is set, and a channel is switched off, on and deleted', async () => {
  const { channels, config } = wordsIn('en')
  const page = await operator.open(ALERTS, ENGLISH)
  const pause = page.getByRole('textbox', { name: 'Repeat notification interval' })
  await pause.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('5')
  await button(page, config('save')).press('Enter')
  await page.getByText(config('saved')).first().waitFor()
  await page.reload()
  await expect.poll(() => pause.inputValue()).toBe('5')

  const enabled = page.getByRole('switch', { name: `${channels('enabled')} 值班` })
  // The switch stands as it was pressed before the server knows.
  type Channels = { items: { enabled: boolean }[] }
  const saved = async () =>
    (await operator.ask<Channels>('GET', '/api/admin/notifications/channels')).items.map((one) => one.enabled)
  await enabled.press('Space')
  await expect.poll(saved).toEqual([false])
  expect(await enabled.isChecked()).toBe(false)
  expect(await chatWith(yumen, secret)).toBe(200)
  const row = page.getByRole('table', { name: channels('history.title') }).getByRole('row', { name: /100%.*two-a-day/ })
  type Alerts = { items: { title: string }[] }
  const fired = async () => (await operator.ask<Alerts>('GET', '/api/admin/notifications/alerts')).items
  await expect.poll(fired).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/100.*two-a-day/) }))
  await page.reload()
  await row.waitFor()
  expect(await row.getByText('值班').count(), 'who is switched off is not told').toBe(0)
  await enabled.press('Space')
  await expect.poll(saved).toEqual([true])
  expect(await enabled.isChecked()).toBe(true)
  const tried = button(page, `${channels('test.do')} 值班`)
  await expect.poll(() => tried.isEnabled(), { message: 'nothing is tried before the switch is saved' }).toBe(true)
  await tried.press('Enter')
  await page.getByText(channels('test.sent')).first().waitFor()
  expect(told().map(({ rule }) => rule)).toEqual(['test', 'budget_threshold', 'test'])

  await button(page, `${channels('remove.do')} 值班`).press('Enter')
  const asked = page.getByRole('alertdialog')
  await asked.getByRole('textbox').fill('值班')
  await asked.getByRole('button', { name: channels('remove.do') }).press('Enter')
  await page.getByText(channels('never')).waitFor()
  await page.getByText(channels('history.gone')).first().waitFor()
  await page.context().close()
})

test('an announcement is planned, published, edited and withdrawn, and users see it only while it is published', async () => {
  const account = { email: 'reader@example.com', password: 'who-reads-announcements' }
  await operator.ask('POST', '/api/admin/users', { ...account, name: 'Reader', must_change_password: false })
  const reader = await (await as(account)).open('/dashboard/announcements', ENGLISH)
  const read = (title: string) => reader.getByRole('article').getByRole('heading', { name: title }).first()

  const zh = wordsIn('zh-CN').announcements
  const page = await operator.open('/admin/system?section=announcements')
  await button(page, zh('desk.create')).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(zh('desk.field.title')).fill('换机房')
  await drawer.getByLabel(zh('desk.field.body')).fill('| 何时 | 何处 |\n| --- | --- |\n| 周日 | **上海** |')
  await drawer
    .getByRole('region', { name: zh('desk.preview') })
    .getByRole('cell', { name: '上海' })
    .waitFor()
  await drawer.getByLabel(zh('desk.field.starts')).fill('2099-01-02T03:04')
  await checkInBothThemes(page, 'an announcement that is written')
  await button(page, zh('desk.publish')).click()
  await drawer.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /换机房|New hall/ })
  await row.getByText(zh('desk.state.waiting')).waitFor()
  await reader.reload()
  await reader.getByRole('article').first().waitFor()
  expect(await reader.getByText('换机房').count()).toBe(0)

  await row.getByRole('button', { name: '换机房', exact: true }).click()
  await drawer.getByLabel(zh('desk.field.starts')).fill('')
  await button(page, zh('desk.save')).click()
  await row.getByText(zh('desk.state.shown')).waitFor()
  await reader.reload()
  await reader.getByText('换机房').first().click()
  await read('换机房').waitFor()
  await page.context().close()

  const en = wordsIn('en').announcements
  const other = await operator.open('/admin/system?section=announcements', ENGLISH)
  const theirs = other.getByRole('row', { name: /换机房|New hall/ })
  await theirs.getByRole('button', { name: '换机房', exact: true }).press('Enter')
  await other.getByRole('dialog').getByText('English', { exact: true }).press('Space')
  await other.getByLabel(en('desk.field.title')).focus()
  await other.keyboard.type('New hall')
  await button(other, en('desk.save')).press('Enter')
  await theirs.getByRole('button', { name: 'New hall', exact: true }).waitFor()
  await reader.reload()
  await read('New hall').waitFor()
  await theirs.getByRole('button', { name: 'New hall', exact: true }).press('Enter')
  await button(other, en('desk.withdraw')).press('Enter')
  await theirs.getByText(en('desk.state.draft')).waitFor()
  await reader.reload()
  await reader.getByText(en('reader.gone')).waitFor()
  await reader.context().close()
  await other.context().close()
})
