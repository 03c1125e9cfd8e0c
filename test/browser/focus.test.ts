import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keysThere } from './keys-there.ts'
import { ENGLISH, operated } from './operator.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { charts, common, keys, models, overview, shell, usage } = wordsIn('zh-CN')

/** What is focused, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === null || at === document.body ? null : (at.getAttribute('aria-label') ?? at.textContent)
  })
const closed = (page: Page) => page.context().close()

test('who comes to the end of time is still beside it', async () => {
  const page = await operator.open('/dashboard/usage?range=7d')
  const step = (way: 'range.back' | 'range.forward') =>
    page.getByRole('button', { name: charts(way) }).filter({ visible: true })
  await step('range.back').press('Enter')
  await expect.poll(() => step('range.forward').isEnabled()).toBe(true)
  await step('range.forward').press('Enter')
  await expect.poll(() => step('range.forward').isDisabled()).toBe(true)
  await expect.poll(() => focused(page)).toContain(charts('range.label', { name: '' }))
  await closed(page)
})

test('a filter that is taken off leaves the focus to what stands in its place', async () => {
  const page = await operator.open('/dashboard/usage?model=gpt-5.5')
  const name = usage('dimension.model')
  await page.getByRole('button', { name: usage('removeFilter', { name }) }).press('Enter')
  await expect.poll(() => focused(page)).toBe(name)
  await page.goto('/dashboard/models-providers?trait=vision&usable=1')
  await keysThere(page)
  await page
    .getByRole('button', { name: models('remove', { name: models('usable') }) })
    .filter({ visible: true })
    .press('Enter')
  await expect.poll(() => focused(page)).toBe(models('remove', { name: models('trait.vision') }))
  await closed(page)
})

test('what had the focus before it was kept leaves it to what stands in its place too', async () => {
  const page = await operator.open('/dashboard/settings')
  const { promise: wanted, resolve: comes } = Promise.withResolvers<void>()
  await page.route('**/global-keys-*', (route) => wanted.then(() => route.continue()))
  await page.goto('/dashboard/usage?model=gpt-5.5')
  const name = usage('dimension.model')
  const remove = page.getByRole('button', { name: usage('removeFilter', { name }) })
  await remove.focus()
  comes()
  await keysThere(page)
  await remove.press('Enter')
  await expect.poll(() => focused(page)).toBe(name)
  await closed(page)
})

test('in the drawer of the first request the focus is at the way back', async () => {
  const page = await operator.open('/dashboard/usage?tab=requests')
  const { ui } = wordsIn('zh-CN')
  await page.locator('[data-row]').nth(1).press('Enter')
  const drawer = page.getByRole('dialog')
  await drawer.locator('.rd-id').waitFor()
  await drawer.getByRole('button', { name: ui('drawer.before') }).press('Enter')
  await expect.poll(() => focused(page)).toBe(ui('drawer.after'))
  await closed(page)
})

test('a key that was deleted, in its row or in its drawer, leaves the focus to the key beside it, and no drawer', async () => {
  const page = await operator.open('/dashboard/api-keys')
  const drawer = page.getByRole('dialog')
  const row = (name: string) => page.locator('tbody tr', { hasText: name })
  const confirmed = async (name: string) => {
    await page.getByRole('alertdialog').locator('input').fill(name)
    await page.keyboard.press('Enter')
    await row(name).waitFor({ state: 'detached' })
    // Which key stands beside it depends on what each has cost this month.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)).toBe(true)
  }
  for (const name of ['one to go', 'one more to go']) await operator.ask('POST', '/api/keys', { name })
  await page.reload()
  await keysThere(page)
  await page.getByRole('button', { name: keys('action.more', { name: 'one to go' }) }).press('Enter')
  await page.getByRole('menuitem', { name: keys('action.delete') }).press('Enter')
  await confirmed('one to go')
  await row('one more to go').getByRole('button', { name: 'one more to go', exact: true }).press('Enter')
  await drawer.getByRole('button', { name: keys('action.delete') }).press('Enter')
  await confirmed('one more to go')
  expect(await drawer.count()).toBe(0)
  await closed(page)
})

test('who has left a row by a press beside the page is not brought back when it goes', async () => {
  const made = await operator.ask<{ id: string }>('POST', '/api/keys', { name: 'left behind' })
  const page = await operator.open('/dashboard/settings')
  await page.clock.install()
  await page.goto('/dashboard/api-keys')
  await keysThere(page)
  await page.getByRole('button', { name: 'left behind', exact: true }).focus()
  await page.mouse.click(20, 700)
  expect(await focused(page)).toBeNull()
  await page.evaluate(async (id) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`
    await fetch(`/api/keys/${id}`, { method: 'DELETE', headers: { authorization } })
  }, made.id)
  await page.keyboard.press('r')
  await page.locator('tbody tr', { hasText: 'left behind' }).waitFor({ state: 'detached' })
  // Longer than it takes to be given the focus.
  await page.clock.runFor(1000)
  expect(await focused(page)).toBeNull()
  await closed(page)
})

test('the bar over picked rows takes the focus with it no further than the list', async () => {
  const page = await operator.open('/dashboard/api-keys')
  await page.getByRole('checkbox', { name: keys('pick.one', { name: 'Claude Code' }) }).press('Space')
  await page.getByRole('button', { name: keys('bulk.clear') }).press('Enter')
  await expect.poll(() => focused(page)).toBe(keys('pick.all'))
  await closed(page)
})

test('a link of the account panel closes it, also one to the page that is open', async () => {
  const page = await operator.open('/dashboard/profile', { theme: 'light', width: 390, locale: 'zh-CN' })
  await page.getByRole('button', { name: shell('more') }).click()
  const panel = page.locator('#account')
  await panel
    .getByRole('link', { name: common('places.profile') })
    .filter({ visible: true })
    .click()
  await expect.poll(() => panel.isVisible()).toBe(false)
  await closed(page)
})

test('who asks for the dashboard anew gets all of it', async () => {
  const page = await operator.open('/admin/dashboard?refresh=off')
  await page.getByRole('heading', { name: overview('attention.title') }).waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /usage.errors/.test(name)),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: overview('refresh') }).click()
  for (const part of ['overview', 'usage/series', 'usage/breakdown', 'usage/errors']) {
    await expect.poll(() => asked.join(' ')).toContain(`/api/admin/${part}`)
  }
  await closed(page)
})

test.each(['/dashboard/activity-logs', '/admin/audit-logs', '/admin/users', '/admin/keys'])(
  'e takes out what %s lists',
  async (path) => {
    const page = await operator.open(path)
    await page.locator('[data-export]').waitFor()
    const file = page.waitForEvent('download')
    let came = false
    void file.then(() => (came = true))
    const asCsv = page.getByRole('menuitem', { name: /CSV/ })
    await page.keyboard.press('e')
    await expect.poll(async () => came || (await asCsv.count()) > 0).toBe(true)
    if (!came) await asCsv.press('Enter')
    expect((await file).suggestedFilename()).toMatch(/^yumen-[\w-]+\.csv$/)
    await closed(page)
  },
)

test('what the keyboard comes to lies neither under the head of a page nor under the bar of a phone', async () => {
  const page = await operator.open('/dashboard/settings', { theme: 'light', width: 390, locale: 'zh-CN' })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.locator('.settings .sec').nth(3).waitFor()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 50; step += 1) {
      await page.keyboard.press(key)
      const under = await page.evaluate(() => {
        const at = document.activeElement
        if (!at?.closest('.sec')) return null
        const { top, bottom } = at.getBoundingClientRect()
        const head = document.querySelector('.anc')?.getBoundingClientRect().bottom ?? 0
        const bar = document.querySelector('.tabbar')?.getBoundingClientRect().top ?? 0
        return bottom <= head || top >= bar ? (at.getAttribute('aria-label') ?? at.textContent) : null
      })
      expect(under).toBeNull()
    }
  }
  await closed(page)
})

test.each([
  {
    bar: 'the models that are compared',
    path: '/dashboard/models-providers?pick=gpt-5.5&pick=deepseek-v4-pro',
    of: '.ml-tray',
  },
  { bar: 'what is to be saved', path: '/admin/tutorial?tab=users', of: '.ob-save' },
])('what the keyboard comes to does not lie under the bar of $bar', async ({ path, of }) => {
  const page = await operator.open(path, ENGLISH)
  await page.setViewportSize({ width: 1440, height: 560 })
  await page.locator(of).waitFor()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press(key)
      const under = await page.evaluate((name) => {
        const at = document.activeElement
        const bar = document.querySelector(name)
        if (!at || !bar || bar.contains(at) || !at.closest('main')) return null
        const [one, other] = [at.getBoundingClientRect(), bar.getBoundingClientRect()]
        const inside = one.width > 2 && one.top >= other.top && one.bottom <= other.bottom && one.left < other.right
        return inside ? (at.getAttribute('aria-label') ?? at.textContent) : null
      }, of)
      expect(under).toBeNull()
    }
  }
  await closed(page)
})
