import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, USUAL } from './chromium.ts'
import { keysThere } from './keys-there.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'
import { startYumen, type Yumen } from './yumen.ts'

const { users, allkeys, keys, login, limits } = wordsIn(USUAL.locale)
const PASSWORD = 'administrators-own-words'
const EMAIL = 'ada@example.com'
const MOVED = 'ada.lovelace@example.com'

let browser: Browser
let yumen: Yumen
beforeAll(async () => {
  browser = await openBrowser()
  yumen = await startYumen([], { ADMIN_PASSWORD: PASSWORD })
})
afterAll(async () => {
  await browser.close()
  await yumen[Symbol.asyncDispose]()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(login('email')).fill(email)
  await page.locator('input[name=password]').fill(password)
  await button(page, login('submit')).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

test('an administrator makes an account by keyboard, pays it in, bounds it, gives it a key and takes that back when it leaks', async () => {
  const { context, page } = await newVisitor(browser, yumen.origin)
  await signIn(page, yumen.admin.email, PASSWORD)

  await page.goto('/admin/users')
  await page.locator('[data-row]').filter({ visible: true }).waitFor()
  await keysThere(page)
  await page.keyboard.press('c')
  const form = page.getByRole('dialog')
  await form.getByLabel(users('field.email')).fill(EMAIL)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  const told = page.getByRole('dialog').filter({ hasText: users('once.created') })
  const password = (await told.locator('[data-password]').textContent()) ?? ''
  expect(password.length).toBeGreaterThanOrEqual(8)
  await page.keyboard.press('Escape')
  await told.getByText(users('once.not_copied')).waitFor()
  await button(page, users('once.leave')).click()
  await expect.poll(() => page.content()).not.toContain(password)

  await page.locator('[data-row]', { hasText: 'Ada' }).filter({ visible: true }).click()
  const drawer = page.getByRole('dialog')
  await button(page, users('balance.change')).click()
  await drawer.getByLabel(users('balance.amount')).fill('12.50')
  await drawer.getByLabel(users('balance.reason')).fill('for a start')
  await button(page, users('balance.confirm')).click()
  await drawer.getByRole('cell', { name: '+$12.50' }).waitFor()
  await button(page, users('limits.edit')).click()
  await page
    .getByRole('button', { name: `${limits('field.add')} ${limits('named.cost', { window: limits('window.month') })}` })
    .click()
  await page.getByRole('textbox', { name: limits('field.max') }).fill('20')
  await button(page, limits('bulk.apply')).click()
  await drawer.getByText('$0.00 / $20').waitFor()
  await checkPage(page, 'the drawer of a user')

  await drawer.getByRole('tab', { name: users('tab.keys') }).click()
  await drawer.getByRole('link', { name: users('keys.create') }).click()
  await page.waitForURL('**/admin/keys?for=*')
  await page.getByRole('textbox', { name: keys('form.name') }).fill('Laptop')
  await button(page, keys('create')).click()
  const secret = (await page.locator('.keys-secret .m').textContent()) ?? ''
  expect(secret).toMatch(/^sk-ym-/)
  await button(page, keys('created.finish')).click()
  await button(page, keys('created.leave_anyway')).click()

  await button(page, allkeys('find.title')).click()
  await page.getByLabel(allkeys('find.secret')).fill(secret)
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: allkeys('find.found') })
    .getByText('Laptop')
    .waitFor()
  expect(page.url()).not.toContain(secret.slice(6))
  await checkPage(page, 'the key of a secret')
  await button(page, allkeys('find.disable')).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const answer = await fetch(`${yumen.origin}/v1/models`, { headers: { authorization: `Bearer ${secret}` } })
  expect(answer.status).toBe(401)
  await context.close()

  const other = await newVisitor(browser, yumen.origin)
  await signIn(other.page, EMAIL, password)
  await other.context.close()
})

test('another e-mail is given with the own password, and one that is taken is refused at its field', async () => {
  const { context, page } = await newVisitor(browser, yumen.origin)
  await signIn(page, yumen.admin.email, PASSWORD)
  await page.goto('/admin/users')
  await button(page, users('act.more', { name: 'Ada' })).click()
  await page.getByRole('menuitem', { name: users('act.edit') }).click()
  const form = page.getByRole('dialog', { name: users('act.edit') })
  const field = form.getByLabel(users('field.email'))
  await expect.poll(() => field.inputValue()).toBe(EMAIL)
  await form.getByText(users('field.email_hint')).waitFor()
  await field.fill(yumen.admin.email)
  await page.keyboard.press('Enter')
  const consent = page.getByRole('dialog', { name: limits('consent.title') })
  await consent.locator('input').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await form.getByText('该邮箱已被使用').waitFor()
  await field.fill(MOVED)
  await page.keyboard.press('Enter')
  await consent.locator('input').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('tbody tr', { hasText: MOVED }).waitFor()
  await context.close()
})

test('nobody disables, deletes or resets themselves, and another is deleted by e-mail and password', async () => {
  const { context, page } = await newVisitor(browser, yumen.origin)
  await signIn(page, yumen.admin.email, PASSWORD)
  await page.goto('/admin/users')
  await page.locator('[data-row]', { hasNotText: 'Ada' }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByText(users('own')).waitFor()
  for (const name of ['act.disable_ask', 'act.delete', 'act.reset'] as const) {
    expect(await button(page, users(name)).isDisabled()).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await button(page, users('act.more', { name: 'Ada' })).click()
  await page.getByRole('menuitem', { name: users('act.delete') }).click()
  const ask = page.getByRole('alertdialog')
  await ask.getByRole('textbox').fill(MOVED)
  await ask.getByRole('button', { name: users('ask.delete_yes') }).click()
  const consent = page.getByRole('dialog', { name: limits('consent.title') })
  await consent.locator('input').fill('not the password')
  await page.keyboard.press('Enter')
  await consent.getByRole('alert').waitFor()
  await consent.locator('input').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-row]', { hasText: 'Ada' }).first().waitFor({ state: 'detached' })
  await context.close()
})
