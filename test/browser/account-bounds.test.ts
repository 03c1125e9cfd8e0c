import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator, as } = operated()

const PASSWORD = 'a better horse battery'
const ADA = { email: 'ada@example.com', name: 'Ada', password: PASSWORD, must_change_password: false }

test('an account is bounded in its form, which its drawer and its owner’s profile then tell', async () => {
  const { keys, limits, users } = wordsIn('zh-CN')
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/users', ADA)
  const page = await operator.open(`/admin/users?edit=${id}`)
  const form = page.getByRole('dialog')
  const models = form.getByRole('group', { name: users('access.models') }).first()
  await models.getByText(users('access.mode.except')).click()
  await button(form, users('form.save')).click()
  await form.getByText(users('access.pick_models')).waitFor()
  await form.getByLabel(keys('form.models_search')).fill('gpt-5.5')
  await page.keyboard.press('Enter')
  const providers = form.getByRole('group', { name: users('access.providers') }).first()
  await providers.getByText(users('access.mode.some')).click()
  await form.getByLabel(users('access.search_providers')).fill('openai')
  await page.keyboard.press('Enter')
  await form.getByLabel(keys('form.ips')).fill('10.24.0.0/99')
  await button(form, users('form.save')).click()
  await form.getByText(keys('rule.ips', { entry: '10.24.0.0/99' })).waitFor()
  await form.getByLabel(keys('form.ips')).fill('10.24.0.0/16')
  await checkPage(page, 'the form of a bounded user')
  await button(form, users('form.save')).click()
  await form.waitFor({ state: 'detached' })

  await page.goto(`/admin/users?user=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByText(users('access.all_except', { names: 'gpt-5.5' })).waitFor()
  await drawer.getByText('OpenAI', { exact: true }).waitFor()
  await drawer.getByText('10.24.0.0/16').waitFor()
  await checkPage(page, 'the drawer of a bounded user')
  await page.context().close()

  const own = await (await as({ email: ADA.email, password: PASSWORD })).open('/dashboard/profile')
  const card = own.locator('section', { hasText: limits('quota.mine') })
  await card.getByText('10.24.0.0/16').waitFor()
  await card.locator('dd button').first().click()
  const listed = own.getByRole('dialog', { name: limits('access.models') })
  await listed.getByRole('listitem').first().waitFor()
  expect(await listed.innerText()).not.toContain('gpt-5.5')
  await checkPage(own, 'the profile of a bounded user')
  await own.context().close()
})
