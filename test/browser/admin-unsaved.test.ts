import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, searchOf } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { allkeys, analysis, channels, common, config, keys, limits, onboarding, ui, users } = wordsIn('en')
const { operator } = operated()

const question = (page: Page) => page.getByRole('alertdialog')

/** Answers the question whether what was typed is given up. */
async function answer(page: Page, how: 'stay' | 'leave'): Promise<void> {
  await button(question(page), common(`unsaved.${how}`)).click()
  await question(page).waitFor({ state: 'detached' })
}

type Form = { name: string; path: string; open: (page: Page) => Promise<void>; field: (form: Locator) => Locator }

const press = (name: string) => (page: Page) => button(page, name).first().click()

const FORMS: Form[] = [
  {
    name: 'of a key',
    path: '/dashboard/api-keys',
    open: (page) => page.keyboard.press('c'),
    field: (form) => form.getByLabel(keys('form.name')),
  },
  {
    name: 'of somebody’s key',
    path: '/admin/keys',
    open: press(allkeys('act.create')),
    field: (form) => form.getByLabel(keys('form.name')),
  },
  {
    name: 'of an account',
    path: '/admin/users',
    open: press(users('act.create')),
    field: (form) => form.getByLabel(users('field.email')),
  },
  {
    name: 'of many accounts',
    path: '/admin/users',
    open: press(users('act.import')),
    field: (form) => form.getByLabel(users('import.text')),
  },
  {
    name: 'of a channel',
    path: '/admin/system?section=alerts',
    open: (page) => page.getByRole('button', { name: channels('add') }).click(),
    field: (form) => form.getByLabel(channels('field.name')),
  },
  {
    name: 'of a bill',
    path: '/admin/usage?tab=reconcile',
    open: press(analysis('reconcile.import')),
    field: (form) => form.getByLabel(analysis('bill.text')),
  },
]

test.each(FORMS)('the form $name asks before it throws away what was typed, and only then', async (form) => {
  const page = await operator.open(form.path, ENGLISH)
  const drawer = page.getByRole('dialog')
  await form.open(page)
  await form.field(drawer).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await question(page).count()).toBe(0)

  await form.open(page)
  await form.field(drawer).fill('half')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => button(question(page), common('unsaved.stay')).evaluate((it) => it.matches(':focus')))
    .toBe(true)
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  await button(drawer, ui('drawer.close')).click()
  await answer(page, 'stay')
  await page.locator('.scrim').click({ position: { x: 5, y: 5 } })
  await answer(page, 'stay')
  await page.goBack()
  await answer(page, 'stay')
  expect(await form.field(drawer).inputValue()).toBe('half')
  await page.keyboard.press('Escape')
  await answer(page, 'leave')
  await drawer.waitFor({ state: 'detached' })
  expect(page.url()).toContain(form.path)
  await page.context().close()
})

type Ids = { items: { id: string }[] }

const firstOf = async (path: string): Promise<string> => (await operator.ask<Ids>('GET', path)).items[0]?.id ?? ''

const EDITS: [string, () => Promise<string>][] = [
  ['a key', async () => `/admin/keys?edit=${await firstOf('/api/admin/keys')}`],
  ['an account', async () => `/admin/users?edit=${await firstOf('/api/admin/users')}`],
  ['a provider', async () => `/admin/providers/${await firstOf('/api/admin/providers')}?edit=1`],
  ['a model', async () => '/admin/models-providers?tab=models&model=gpt-5.5'],
]

test.each(EDITS)(
  'a form that changes %s is left without a question as long as nothing has changed',
  async (_, address) => {
    const page = await operator.open(await address(), ENGLISH)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox').first().waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
    await page.context().close()
  },
)

test('limits and groups ask too, and a group that is given up leads back to all groups', async () => {
  const page = await operator.open('/admin/users', ENGLISH)
  const drawer = page.getByRole('dialog')
  await button(page, users('group.title')).click()
  await button(drawer, users('group.create')).first().click()
  await drawer.getByLabel(users('field.name')).fill('half')
  await page.keyboard.press('Escape')
  await answer(page, 'leave')
  await drawer.getByRole('heading', { name: users('group.title'), exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.locator('[data-row]').filter({ visible: true }).first().click()
  await button(drawer, users('limits.edit')).click()
  const second = page.getByRole('dialog', { name: limits('bulk.title') })
  await second
    .getByRole('button', { name: limits('field.add') })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await answer(page, 'leave')
  await second.waitFor({ state: 'detached' })
  await button(drawer, users('act.edit')).waitFor()
  await page.context().close()
})

test('settings that are not saved hold the way to other pages, not to other sections', async () => {
  const page = await operator.open('/admin/system?section=site', ENGLISH)
  const field = page.locator('.sys-main input').first()
  await field.fill('Half a name')
  await page.getByText(config('changes', { count: 1 })).waitFor()
  await page.getByRole('link', { name: config('section.alerts') }).click()
  expect(await question(page).count()).toBe(0)
  await page.getByRole('link', { name: common('places.audit') }).click()
  await answer(page, 'stay')
  expect(searchOf(page)).toContain('section=alerts')
  await page.getByRole('link', { name: common('places.audit') }).click()
  await answer(page, 'leave')
  await page.waitForURL('**/admin/audit-logs*')
  await page.context().close()
})

test('a setting that is filled in anew while it is being saved is still there to be saved', async () => {
  const page = await operator.open('/admin/system?section=site', ENGLISH)
  const field = page.locator('.sys-main input').first()
  await field.fill('First name')
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/admin/settings', async (route) => {
    if (route.request().method() === 'PATCH') await typed
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await button(page, config('save')).click()
  await sent
  await field.fill('Second name')
  goOn()
  await page.getByText(config('saved'), { exact: true }).first().waitFor()
  expect(await field.inputValue()).toBe('Second name')
  await page.getByText(config('was', { value: 'First name' })).waitFor()
  await page.context().close()
})

test('the browser’s Back, pressed again while the question stands, loses nothing and leaves the address with the page', async () => {
  const page = await operator.open('/admin/users', ENGLISH)
  await page.getByRole('link', { name: common('places.audit') }).click()
  await page.waitForURL('**/admin/audit-logs*')
  await page.getByRole('link', { name: common('places.system') }).click()
  await page.waitForURL('**/admin/system*')
  const field = page.locator('.sys-main input').first()
  await field.fill('Half a name')
  const back = () => page.evaluate(() => history.back())
  await back()
  await question(page).waitFor()
  // What the question is about is what the address says.
  await page.waitForURL('**/admin/system*')
  await back()
  await page.waitForURL('**/admin/system*')
  await answer(page, 'stay')
  await page.waitForURL('**/admin/system*')
  expect(await field.inputValue()).toBe('Half a name')
  await back()
  await question(page).waitFor()
  await page.waitForURL('**/admin/system*')
  await answer(page, 'leave')
  await page.waitForURL('**/admin/audit-logs*')
  await page.getByRole('heading', { level: 1, name: common('places.audit') }).waitFor()
  await page.context().close()
})

test('what the tutorial is to say asks before another tab or page throws it away', async () => {
  const page = await operator.open('/admin/tutorial?tab=users', ENGLISH)
  const note = page.getByLabel('Markdown')
  await note.fill('half a note')
  await page.getByRole('tab', { name: onboarding('tab.start') }).click()
  await answer(page, 'stay')
  await page.getByRole('link', { name: onboarding('open_user') }).click()
  await answer(page, 'stay')
  expect(await note.inputValue()).toBe('half a note')
  await button(page, onboarding('users.save')).click()
  await page.getByText(onboarding('users.none')).waitFor()
  await page.getByRole('tab', { name: onboarding('tab.start') }).click()
  await page.waitForURL((address) => !address.searchParams.has('tab'))
  expect(await question(page).count()).toBe(0)
  await page.context().close()
})

test('money that is half booked for one account is never offered to the next', async () => {
  const page = await operator.open('/admin/users', ENGLISH)
  const drawer = page.getByRole('dialog')
  const rows = page.locator('[data-row]').filter({ visible: true })
  await rows.nth(1).click()
  await button(drawer, users('balance.change')).waitFor()
  await button(drawer, ui('drawer.before')).click()
  await button(drawer, users('balance.change')).click()
  await drawer.getByLabel(users('balance.amount')).fill('100')
  await button(drawer, ui('drawer.after')).click()
  await answer(page, 'leave')
  await button(drawer, users('balance.change')).waitFor()
  expect(await drawer.getByLabel(users('balance.amount')).count()).toBe(0)
  await page.context().close()
})

test('a key whose making hears no answer is told as perhaps made, and lets its drawer go', async () => {
  const page = await operator.open('/admin/keys?new=1', ENGLISH)
  const drawer = page.getByRole('dialog')
  await drawer.locator('.chip.dash').first().click()
  await drawer.getByLabel(keys('form.name')).fill('Unheard')
  let sent = 0
  await page.route('**/api/admin/keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await route.abort()
  })
  await page.keyboard.press('Control+Enter')
  await drawer.getByRole('alert').getByText(keys('failed.unheard')).waitFor()
  await page.keyboard.press('Escape')
  await answer(page, 'leave')
  await drawer.waitFor({ state: 'detached' })
  expect(sent).toBe(1)
  await page.context().close()
})

test('a key whose making was not heard of is made once, and shown when it is asked for again', async () => {
  const page = await operator.open('/admin/keys?new=1', ENGLISH)
  const drawer = page.getByRole('dialog')
  await drawer.locator('.chip.dash').first().click()
  await drawer.getByLabel(keys('form.name')).fill('Made once')
  let sent = 0
  await page.route('**/api/admin/keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    const made = await route.fetch()
    await (sent === 1 ? route.abort() : route.fulfill({ response: made }))
  })
  await page.keyboard.press('Control+Enter')
  await drawer.getByRole('alert').getByText(keys('failed.unheard')).waitFor()
  await page.keyboard.press('Control+Enter')
  await drawer.getByText(keys('created.once')).first().waitFor()
  expect(sent).toBe(2)
  const found = await operator.ask<Ids>('GET', '/api/admin/keys?q=Made%20once')
  expect(found.items).toHaveLength(1)
  await page.context().close()
})
