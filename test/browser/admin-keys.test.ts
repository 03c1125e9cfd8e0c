import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { chatWith, ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { yumen, operator } = operated()

const makeKey = (name: string, more: object = {}) =>
  operator.ask<{ secret: string }>('POST', '/api/keys', { name, ...more })
/** The names of the keys that are listed. */
const listed = (page: Page) => page.locator('tbody [data-row]').allInnerTexts()

test('a leaked key is found by mouse and refused from the moment it is stopped', async () => {
  const { allkeys } = wordsIn('zh-CN')
  const { secret } = await makeKey('泄露的密钥')
  expect(await chatWith(yumen, secret)).toBe(200)
  const page = await operator.open('/admin/keys')
  await button(page, allkeys('find.title')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(allkeys('find.secret')).fill('sk-ym-nobody-has-this-key')
  await button(page, allkeys('find.do')).click()
  await dialog.getByText(allkeys('find.missing')).waitFor()
  await dialog.getByLabel(allkeys('find.secret')).fill(secret)
  await button(page, allkeys('find.do')).click()
  await dialog
    .getByRole('region', { name: allkeys('find.found') })
    .getByText('泄露的密钥')
    .waitFor()
  expect(await page.content()).not.toContain(secret)
  await checkInBothThemes(page, 'the key of a secret')
  const stopped = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  await button(page, allkeys('find.disable')).click()
  await stopped
  expect(await chatWith(yumen, secret)).toBe(401)
  await page.getByText(allkeys('done.effect')).first().waitFor()
  await page.context().close()
})

test('a leaked key is replaced by one with the same limits for its owner, and a mail to them is ready', async () => {
  const { allkeys, keys } = wordsIn('en')
  const limit = { metric: 'requests', mode: 'normal', action: 'refuse', window: 'day', max: 77 } as const
  const { secret } = await makeKey('leaked twice', { note: 'nightly', limits: [limit], allow_ips: ['10.0.0.0/8'] })
  const page = await operator.open('/admin/keys?find=1', ENGLISH)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(allkeys('find.secret')).fill(secret)
  await button(page, allkeys('find.do')).click()
  const mail = (await dialog.locator('a[href^="mailto:"]').getAttribute('href')) ?? ''
  expect(decodeURIComponent(mail)).toContain(allkeys('find.mail_subject', { name: 'leaked twice' }))
  expect(decodeURIComponent(mail)).not.toContain(secret)
  await dialog.getByRole('checkbox').click()
  await button(page, allkeys('find.disable')).click()
  await page.waitForURL('**/admin/keys?like=*')
  const made = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/admin/keys'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: keys('create') })
    .click()
  expect((await made).postDataJSON()).toMatchObject({
    name: 'leaked twice',
    note: 'nightly',
    limits: [limit],
    allow_ips: ['10.0.0.0/8'],
  })
  await page.getByText(allkeys('created')).waitFor()
  await page.context().close()
})

test('keys whose limits are used up are found by it, each with its note and its rate', async () => {
  const { allkeys, ui } = wordsIn('zh-CN')
  const limit = { metric: 'requests', mode: 'normal', action: 'refuse' } as const
  const limits = [
    { ...limit, window: 'total', max: 1 },
    { ...limit, window: 'minute', max: 120 },
  ]
  const { secret } = await makeKey('夜间任务', { note: '每晚回归', limits })
  expect([await chatWith(yumen, secret), await chatWith(yumen, secret)]).toEqual([200, 429])
  const page = await operator.open('/admin/keys')
  await button(page, allkeys('col.status')).click()
  await page.getByRole('menuitemcheckbox', { name: ui('status.key_exhausted') }).click()
  await expect.poll(() => listed(page)).toEqual(['夜间任务'])
  expect(new URL(page.url()).search).toBe('?status=exhausted')
  const row = page.locator('tbody tr')
  await row.getByText('每晚回归').waitFor()
  await row.getByText(allkeys('rate', { n: '120' })).waitFor()
  await page.getByText(ui('status.key_exhausted')).first().waitFor()
  await page.context().close()
})

test('the keys of somebody are chosen by who that is, and the address keeps it', async () => {
  const { allkeys, ui } = wordsIn('en')
  const page = await operator.open('/admin/keys', ENGLISH)
  await button(page, allkeys('col.owner')).click()
  const owners = page.getByRole('dialog', { name: allkeys('col.owner') })
  await owners.getByPlaceholder(ui('person.search')).fill('wei.chen')
  await expect.poll(() => owners.getByRole('button').allInnerTexts()).toEqual(['陈薇'])
  await checkInBothThemes(page, 'whose keys to list')
  await owners.getByRole('button', { name: '陈薇' }).click()
  await expect.poll(async () => (await listed(page)).toSorted()).toEqual(['Codex CLI', 'Gemini CLI'])
  expect(new URL(page.url()).searchParams.get('user')).toMatch(/\w/)
  await page.reload()
  await page.getByText(allkeys('owner.is', { name: '陈薇' })).waitFor()
  await button(page, allkeys('owner.any')).click()
  await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(9)
  await page.context().close()
})

test('by keyboard keys are filtered by risk, status and name; the address keeps it all, back and forward too', async () => {
  const { allkeys } = wordsIn('en')
  await makeKey('soon over', { expires_at: new Date(Date.now() + 86_400_000).toISOString() })
  const page = await operator.open('/admin/keys', ENGLISH)
  const chip = page.getByRole('button', { name: new RegExp(`^${allkeys('risk.expires_7d')}`) })
  await chip.press('Enter')
  await expect.poll(() => listed(page)).toEqual(['soon over'])
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('true')
  expect(new URL(page.url()).search).toBe('?risk=expires_7d')
  await page.reload()
  await expect.poll(() => listed(page)).toEqual(['soon over'])
  await chip.press('Enter')
  await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(9)

  await page.keyboard.press('/')
  await page.keyboard.type('review')
  await expect.poll(() => listed(page)).toEqual(['review-bot'])
  expect(new URL(page.url()).searchParams.get('q')).toBe('review')
  await button(page, 'review-bot').press('Enter')
  const drawer = page.getByRole('dialog', { name: /review-bot/ })
  await drawer.getByRole('tablist').waitFor()
  await checkInBothThemes(page, 'a key of somebody else')
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?q=review')
  await page.goForward()
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => listed(page)).toEqual(['review-bot'])
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nobody has such a key')
  await button(page, allkeys('none.clear')).press('Enter')
  await expect.poll(async () => (await listed(page)).length).toBeGreaterThan(9)
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})
