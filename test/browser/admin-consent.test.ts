import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { common, limits, providers, users } = wordsIn('zh-CN')
const { operator, yumen } = operated()

const question = (page: Page): Locator => page.getByRole('dialog', { name: limits('consent.title') })
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: limits('bulk.title') })

/** Adds a strict limit of requests a minute to the form that is open. */
async function addStrict(page: Page, most: string): Promise<void> {
  const rate = limits('named.requests', { window: limits('window.minute') })
  await drawer(page)
    .getByRole('button', { name: `${limits('field.add')} ${rate}` })
    .click()
  await drawer(page)
    .getByRole('textbox', { name: limits('field.max') })
    .fill(most)
  await drawer(page).getByText(limits('hard'), { exact: true }).click()
}

test('a provider’s strict limit is taken away once the password was given; who dismisses the question keeps it', async () => {
  const { items } = await operator.ask<{ items: { id: string }[] }>('GET', '/api/admin/providers')
  const page = await operator.open(`/admin/providers/${items[0]?.id}`)
  const card = page.locator('.card', {
    has: page.getByRole('heading', { name: providers('detail.limits'), exact: true }),
  })
  const edit = button(card, providers('detail.editLimits'))
  const apply = button(page, limits('bulk.apply'))
  await edit.click()
  await addStrict(page, '4321')
  await apply.click()
  await drawer(page).waitFor({ state: 'detached' })
  const capped = card.getByText('4,321')
  await capped.waitFor()

  await edit.click()
  await drawer(page)
    .getByRole('button', { name: limits('field.remove', { n: 1 }) })
    .click()
  await apply.click()
  await question(page).waitFor()
  await checkInBothThemes(page, 'the question for the password')
  await page.mouse.click(4, 4)
  await question(page).waitFor({ state: 'detached' })
  await apply.click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  expect(await drawer(page).count(), 'the form stays as it was').toBe(1)

  await apply.click()
  await question(page).locator('input').fill(yumen.admin.password)
  await page.keyboard.press('Enter')
  await drawer(page).waitFor({ state: 'detached' })
  await expect.poll(() => capped.count()).toBe(0)
  await page.context().close()
})

test('a provider is led to another address once the password was given; who dismisses the question keeps what they typed', async () => {
  const before = 'https://models.example/v1'
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/providers', {
    slug: 'led',
    preset: 'custom',
    name: 'Led',
    endpoints: [{ dialect: 'openai', base_url: before }],
    credentials: [{ name: 'main', secret: 'vendor-secret-value-1234' }],
  })
  const path = `/api/admin/providers/${id}`
  const now = async () =>
    (await operator.ask<{ endpoints: { base_url: string }[] }>('GET', path)).endpoints[0]?.base_url
  const page = await operator.open(`/admin/providers/${id}?edit=1`)
  const form = page.getByRole('dialog', { name: providers('detail.editTitle') })
  const address = form
    .getByRole('region', { name: providers('connection.endpoints') })
    .locator('input')
    .first()
  const save = button(form, providers('act.save'))
  await address.fill(`${before}/other`)
  await save.click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  expect([await address.inputValue(), await now()]).toEqual([`${before}/other`, before])
  await save.click()
  await question(page).locator('input').fill(yumen.admin.password)
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  expect(await now()).toBe(`${before}/other`)
  await page.context().close()
})

test('who takes limits back from a toast is asked on the page they went to, and no longer once they go on', async () => {
  const page = await operator.open('/admin/users?sort=-created')
  await page
    .getByRole('checkbox', { name: users('pick.one', { name: '' }) })
    .first()
    .click()
  await button(page, users('bulk.limits')).click()
  await addStrict(page, '7')
  await button(page, limits('bulk.apply')).click()
  await page
    .getByText(users('done.limits', { count: 1 }))
    .first()
    .waitFor()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: common('places.audit') })
    .first()
    .click()
  await page.waitForURL('**/admin/audit-logs*')
  await button(page, users('undo')).last().click()
  await question(page).waitFor()
  await page.goBack()
  await page.waitForURL('**/admin/users*')
  await question(page).waitFor({ state: 'detached' })
  await page.context().close()
})

test('an administrator is made by the form once the password was given; who declines keeps what they filled in', async () => {
  const page = await operator.open('/admin/users?new=1')
  const form = page.getByRole('dialog', { name: users('act.create') })
  const create = button(form, users('form.create'))
  await form.getByLabel(users('field.email')).fill('deputy@example.com')
  await form.getByLabel(users('field.name')).fill('Deputy')
  await form.getByText(users('role.admin'), { exact: true }).click()
  await create.click()
  await question(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  expect(await form.getByLabel(users('field.name')).inputValue()).toBe('Deputy')

  await create.click()
  await question(page).locator('input').fill('not the password')
  await page.keyboard.press('Enter')
  await question(page).getByRole('alert').waitFor()
  await question(page).locator('input').fill(yumen.admin.password)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .filter({ hasText: users('once.created') })
    .locator('[data-password]')
    .waitFor()
  await page.context().close()
})
