import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { answered, button, demo } from './demo.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { dashboard, keys, overview, start, ui } = wordsIn('zh-CN')

const steps = (page: Page) => page.getByRole('region', { name: start('title') })
const figure = (page: Page) => page.getByText(dashboard('kpi.requests'), { exact: true })
const isFocused = (page: Page, name: string) => button(page, name).evaluate((one) => one === document.activeElement)

describe('where nothing was ever asked for', () => {
  const { operator } = operated([], { ADMIN_PASSWORD: 'administrators-own-words' })

  test('the first steps stand in place of figures, fold into a line above them, and stay so', async () => {
    const page = await operator.open('/dashboard')
    await steps(page).waitFor()
    expect(await figure(page).count()).toBe(0)
    await checkInBothThemes(page, 'the first steps')
    const [fold, unfold] = [start('fold'), start('unfold')] as const
    await button(page, fold).press('Enter')
    await figure(page).waitFor()
    await expect.poll(() => isFocused(page, unfold)).toBe(true)
    await expect.poll(() => steps(page).getByRole('listitem').count()).toBe(0)
    await checkInBothThemes(page, 'the first steps, folded')

    await page.reload()
    await figure(page).waitFor()
    await button(page, unfold).press('Enter')
    await figure(page).waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page, fold)).toBe(true)
    await page.context().close()
  })

  test('three ways lead on: to the models, the tutorial and the playground', async () => {
    const page = await operator.open('/dashboard')
    const tile = (name: 'models' | 'tutorial' | 'playground') =>
      page.getByRole('link', { name: start(`tile.${name}.title`) })
    await tile('models').click()
    await page.waitForURL('**/dashboard/models-providers')
    await page.goBack()
    await tile('tutorial').click()
    await page.waitForURL('**/dashboard/tutorial')
    await page.goBack()
    await tile('playground').click()
    await page.waitForURL('**/dashboard?try=1')
    await page.getByRole('dialog').waitFor()
    await page.context().close()
  })

  test('who has a key is told what to type, for the tool that was chosen, and may save its configuration', async () => {
    const page = await operator.open('/dashboard')
    await button(page, start('createKey')).click()
    const command = steps(page)
      .locator('.code')
      .filter({ hasText: start('runAnywhere') })
    await command.getByText(`claude -p "${keys('configs.hello')}"`).waitFor()
    await page.getByRole('tab', { name: 'Codex CLI' }).click()
    await command.getByText('codex exec').waitFor()
    await command.getByText(/export YUMEN_API_KEY='sk-ym-\w{4}••••'/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, ui('copy.save')).click()])
    expect(file.suggestedFilename()).toBe('config.toml')
    await checkInBothThemes(page, 'the first steps with a key')
    await page.getByRole('tab', { name: 'cURL' }).click()
    await command.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: start('allHints') }).click()
    await page.waitForURL('**/dashboard/tutorial?client=errors')
    await page.context().close()
  })

  test('an operator has them above what needs attention, not in its place', async () => {
    const page = await operator.open('/admin/dashboard')
    await steps(page).waitFor()
    const attention = page.getByRole('heading', { name: overview('attention.title') })
    await attention.waitFor()
    const [above, below] = await Promise.all([steps(page).boundingBox(), attention.boundingBox()])
    expect(above?.y).toBeLessThan(below?.y ?? 0)
    await checkInBothThemes(page, 'the first steps of an operator')
    await page.context().close()
  })
})

describe('where rows are gone and sums are not', () => {
  const { open } = demo()

  test.each(['/dashboard', '/admin/dashboard'])('nobody is taken for new on %s', async (path) => {
    const page = await open(path)
    await page.route(/\/usage\/requests\?/, (route) => route.fulfill({ json: { items: [], next: null } }))
    const sums = await answered(page, page.url(), /\/usage\/summary\?from=2020-/)
    expect(sums).toMatchObject({ current: { requests: expect.any(Number) } })
    await page.getByText(dashboard('noRecent')).waitFor()
    expect(await steps(page).count()).toBe(0)
    await page.context().close()
  })
})
