import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readCsv } from '../../src/api/csv.ts'
import { button, demo, downloaded, openedRequest, searchOf } from './demo.ts'
import { BOTH } from './hands.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { open } = demo()

describe.each(BOTH)('$how', ({ hand, locale }) => {
  const { activity, charts, dashboard, usage } = wordsIn(locale)
  const range = (page: Page, name: '7d' | '30d') =>
    button(page, charts('range.label', { name: charts(`range.${name}`) }))

  test('the range of the dashboard stands in the address; what costs most leads to its usage, and back', async () => {
    const page = await open('/dashboard', { locale })
    await hand.press(range(page, '30d'))
    await hand.press(button(page, charts('range.7d')))
    await page.waitForURL('**/dashboard?range=7d')
    await page.reload()
    await range(page, '7d').waitFor()
    const top = page.locator('.rank a').first()
    const name = await top.locator('.el').innerText()
    await hand.press(top)
    await page.waitForURL('**/dashboard/usage?range=7d&model=*')
    await page.getByRole('button', { name: new RegExp(`^${usage('dimension.model')}.*${name}$`) }).waitFor()
    await range(page, '7d').waitFor()
    await page.getByRole('tab', { name: usage('tab.requests') }).click()
    const rows = page.locator('table.rq tbody tr')
    await rows.first().waitFor()
    await page.goBack()
    await page.goBack()
    await range(page, '7d').waitFor()
    await top.waitFor()
    expect(searchOf(page)).toBe('?range=7d')
    await page.context().close()
  })

  test('the key that costs most leads to its usage of the month, and back', async () => {
    const page = await open('/dashboard', { locale })
    const top = page.locator('.dash-list a').first()
    const name = await top.innerText()
    await hand.press(top)
    await page.waitForURL('**/dashboard/usage?range=month&key=*')
    await page.getByRole('button', { name: new RegExp(`^${usage('dimension.key')}.*${name}$`) }).waitFor()
    await page.goBack()
    await top.waitFor()
    await page.context().close()
  })

  test('a chart tells its columns one by one, and the same in a table', async () => {
    const page = await open('/dashboard?range=7d', { locale })
    const card = page.locator('.card').filter({ has: page.getByRole('group', { name: dashboard('metricLabel') }) })
    const cursor = card.getByRole('slider', { name: charts('cursor') })
    const told = async () => (await cursor.getAttribute('aria-valuetext')) ?? ''
    await cursor.waitFor()
    await cursor.press('ArrowLeft')
    const before = await told()
    await cursor.press('ArrowLeft')
    await expect.poll(told).not.toBe(before)
    const [day = '', total = ''] = (await told()).split(': ')
    await card.locator('.ctip').filter({ hasText: day }).waitFor()
    await hand.choose(card.getByRole('group', { name: dashboard('metricLabel') }), dashboard('metric.requests'))
    await hand.choose(card.getByRole('group', { name: dashboard('metricLabel') }), dashboard('metric.cost'))
    await hand.press(button(card, charts('showTable')))
    const row = card.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day, exact: true }) })
    await expect.poll(() => row.getByRole('cell').last().innerText()).toBe(total)
    await checkPage(page, 'a chart as a table')
    await hand.press(button(card, charts('showChart')))
    await cursor.waitFor()
    await page.context().close()
  })

  test('a recent request is looked into, and the focus comes back to its row', async () => {
    const page = await open('/dashboard?live=0', { locale })
    const row = page.locator('.dash-recent tbody button').first()
    await hand.press(row)
    const drawer = await openedRequest(page)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(searchOf(page)).toBe('?live=0')
    await page.context().close()
  })

  test('the activity log is filtered, loaded again as it was, and taken along', async () => {
    // Right after midnight the first of the demo's thirty days is over.
    const page = await open('/dashboard/activity-logs?range=90d', { locale })
    const events = page.locator('.ac-list section > :not(.dh)')
    await events.first().waitFor()
    const all = await events.count()
    const kind = page.getByRole('group', { name: activity('filter.label') }).getByRole('button')
    const keys = kind.filter({ hasText: activity('group.keys') })
    await hand.press(keys)
    await page.waitForURL('**&kind=keys')
    await page.keyboard.press('/')
    await page.keyboard.type('Claude')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('Claude')
    await events.filter({ hasText: 'Claude' }).first().waitFor()
    await expect.poll(() => events.filter({ hasNotText: 'Claude' }).count()).toBe(0)
    const some = await events.allInnerTexts()
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all)
    await page.reload()
    await expect.poll(() => events.allInnerTexts()).toEqual(some)
    await expect.poll(() => keys.getAttribute('aria-pressed')).toBe('true')

    const line = page.getByRole('menuitem', { name: activity('exports.csv') })
    const csv = await downloaded(page, () => hand.pick(button(page, activity('export')), line))
    expect(csv.name).toMatch(/^yumen-activity.*\.csv$/)
    expect(csv.text.startsWith('\u{feff}')).toBe(true)
    expect(readCsv(csv.text).rows).toHaveLength(some.length + 1)

    const outcome = button(page, activity('filter.outcome', { outcome: activity('outcome.all') }))
    await hand.pick(outcome, page.getByRole('menuitemcheckbox', { name: activity('outcome.failed') }))
    await hand.press(button(page, activity('nothing.clear')))
    await expect.poll(() => events.count()).toBeGreaterThan(some.length)
    expect(searchOf(page)).toBe('?range=90d')
    await page.context().close()
  })

  test('the activity log tells its times by a clock of twelve hours, in a column that holds them', async () => {
    const page = await open('/dashboard/settings', { locale })
    await page.route('**/api/users/me/preferences', (route) => route.fulfill({ json: { hour_cycle: 'h12' } }))
    await page.goto('/dashboard/activity-logs')
    const times = page.locator('.ac-list .er > .r')
    const twelve = locale === 'en' ? /^1?\d(:\d\d){2} [AP]M$/ : /^[上下]午 1?\d(:\d\d){2}$/
    await times.filter({ hasText: twelve }).first().waitFor()
    await expect.poll(() => times.filter({ hasNotText: twelve }).count()).toBe(0)
    // As wide as any time is: two digits of the hour, and each of them an eight.
    const spills = await times.first().evaluate((cell) => {
      cell.textContent = cell.textContent.replace(/\d+:\d\d:\d\d/, '12:58:58')
      return cell.scrollWidth > cell.clientWidth
    })
    expect(spills).toBe(false)
    await page.context().close()
  })
})
