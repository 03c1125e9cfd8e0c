import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { allkeys, channels, keys, providers, users } = wordsIn('en')
const { operator } = operated()

/** What is shown is asked for again, as it is when somebody comes back to the tab after a while. */
async function comeBack(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === path)
  await page.clock.fastForward(30_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await (await answered).finished()
  // What came stands in the page by the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

/** A page whose clock can be put forward. */
async function openTimed(path: string): Promise<Page> {
  const page = await operator.open('/admin/audit-logs', ENGLISH)
  await page.clock.install()
  await page.goto(path)
  return page
}

type Model = { id: string; display_name: string; vendor: string }
type Provider = { id: string; credentials: { id: string; name: string; priority: number; weight: number }[] }
type Channel = { id: string; name: string; locale: string }

test('what another administrator changed of a model meanwhile stays when the form is saved', async () => {
  const page = await openTimed('/admin/models-providers?tab=models&model=gpt-5.5')
  const vendor = page.getByRole('dialog').getByLabel(providers('model.vendor'))
  await vendor.fill('Beside')
  await operator.ask('PATCH', '/api/admin/models/gpt-5.5', { display_name: 'Named meanwhile' })
  await comeBack(page, '/api/admin/models')
  await button(page, providers('act.save')).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { items } = await operator.ask<{ items: Model[] }>('GET', '/api/admin/models')
  expect(items.find(({ id }) => id === 'gpt-5.5')).toMatchObject({ display_name: 'Named meanwhile', vendor: 'Beside' })
  await page.context().close()
})

test('what another administrator changed of a credential meanwhile stays when it is renamed', async () => {
  const { items } = await operator.ask<{ items: Provider[] }>('GET', '/api/admin/providers')
  const provider = items.find(({ credentials }) => credentials.length > 0)
  const [first, ...rest] =
    provider?.credentials.map(({ id, name, priority, weight }) => ({ id, name, priority, weight })) ?? []
  const path = `/api/admin/providers/${provider?.id}`
  const page = await openTimed(`/admin/providers/${provider?.id}`)
  await button(page, providers('detail.editOf', { name: first?.name ?? '' })).click()
  await page.getByRole('dialog').getByLabel(providers('connection.credentialName')).fill('Renamed')
  await operator.ask('PATCH', path, { credentials: [{ ...first, weight: 7 }, ...rest] })
  await comeBack(page, path)
  await button(page, providers('act.save')).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { credentials } = await operator.ask<Provider>('GET', path)
  expect(credentials.find(({ id }) => id === first?.id)).toMatchObject({ name: 'Renamed', weight: 7 })
  await page.context().close()
})

test.each([
  { name: 'replaced', opened: 'detail.replaceOf' },
  { name: 'edited', opened: 'detail.editOf' },
] as const)('of a credential that is removed while it is $name one is told that it is gone', async ({ opened }) => {
  const { items } = await operator.ask<{ items: Provider[] }>('GET', '/api/admin/providers')
  const provider = items.find(({ credentials }) => credentials.length > 0)
  const path = `/api/admin/providers/${provider?.id}`
  const kept = provider?.credentials.map(({ id, name, priority, weight }) => ({ id, name, priority, weight })) ?? []
  const more = { name: 'Soon gone', secret: 'sk-soon-gone' }
  await operator.ask('PATCH', path, { credentials: [...kept, more] })
  const page = await openTimed(`/admin/providers/${provider?.id}`)
  await button(page, providers(opened, { name: more.name })).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input').first().fill('sk-another')
  await operator.ask('PATCH', path, { credentials: kept })
  await comeBack(page, path)
  await button(dialog, providers('act.save')).click()
  await dialog.getByRole('alert').getByText(providers('detail.credentialGone')).waitFor()
  expect(await page.getByText(providers('detail.saved'), { exact: true }).count()).toBe(0)
  await page.context().close()
})

test('whoever saves a channel that another administrator has changed is told, and overwrites nothing', async () => {
  const path = '/api/admin/notifications/channels'
  const setup = { kind: 'wecom', config: {}, secrets: { url: 'https://example.com/hook' } }
  const { id } = await operator.ask<Channel>('POST', path, { setup, name: 'Night', rules: null, locale: 'en' })
  const page = await openTimed(`/admin/system?section=alerts&channel=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(channels('field.name')).fill('Day')
  await operator.ask('PATCH', `${path}/${id}`, { locale: 'zh-CN' })
  await comeBack(page, path)
  await button(page, channels('save')).click()
  await drawer.getByRole('alert').waitFor()
  const { items } = await operator.ask<{ items: Channel[] }>('GET', path)
  expect(items.find((one) => one.id === id)).toMatchObject({ name: 'Night', locale: 'zh-CN' })
  await page.context().close()
})

test('accounts that are being made are not left before their passwords were shown', async () => {
  const page = await operator.open('/admin/users?import=1', ENGLISH)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(users('import.text')).fill('email,name\nada@example.com,Ada')
  await button(page, users('import.try')).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/users/import', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, users('import.do', { count: 1 })).click()
  await page.keyboard.press('Escape')
  held.resolve()
  await drawer.getByText(users('import.done', { count: 1 })).waitFor()
  await page.context().close()
})

test('a key that is being made is not left before its secret was shown', async () => {
  const page = await operator.open('/admin/keys?new=1', ENGLISH)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Ada' }).or(drawer.locator('.chip.dash')).first().click()
  await drawer.getByLabel(keys('form.name')).fill('Held')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/admin/keys', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  held.resolve()
  await drawer.getByText(allkeys('created')).waitFor()
  await page.context().close()
})

test('what is done in the drawer of an account stands in its changes at once', async () => {
  const { items } = await operator.ask<{ items: { id: string; name: string; role: string }[] }>(
    'GET',
    '/api/admin/users?tz=UTC',
  )
  const user = items.find(({ role }) => role === 'user')
  await operator.ask('PATCH', `/api/admin/users/${user?.id}`, { note: 'Seen before' })
  const page = await operator.open(`/admin/users?user=${user?.id}&tab=changes`, ENGLISH)
  const drawer = page.getByRole('dialog')
  const acts = drawer.getByRole('listitem')
  await acts.first().waitFor()
  const before = await acts.count()
  await button(drawer, users('act.disable_ask')).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: users('act.disable') })
    .click()
  await expect.poll(() => acts.count()).toBe(before + 1)
  await page.context().close()
})
