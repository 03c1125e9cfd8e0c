import { expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const at = '/admin/usage?range=30d&by=user'

test('a row of the breakdown unfolds into what it is made of, which comes to what the row does', async () => {
  const page = await operator.open(at)
  const { usage } = wordsIn('zh-CN')
  const table = page.locator('.us-table')
  await table.getByRole('button', { name: usage('column.requests'), exact: true }).click()
  const first = table.locator('tbody tr').first()
  const name = (await first.locator('.us-pick').innerText()).trim()
  const fold = table.getByRole('button', { name: usage('unfold', { name, by: usage('by.model') }) })
  await fold.press('Enter')
  const parts = table.locator('tr:has(> .us-nested .us-pick)')
  await parts.first().waitFor()
  expect(await fold.getAttribute('aria-expanded')).toBe('true')
  const requests = async (of: ReturnType<typeof table.locator>) =>
    (await of.locator('td:nth-child(2)').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')))
  const counts = await requests(parts)
  // The parts are in the order of the rows, and nothing is filtered by unfolding.
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect([counts.reduce((sum, count) => sum + count, 0)]).toEqual(await requests(first))
  expect(page.url()).not.toContain('user=')
  await checkInBothThemes(page, 'an unfolded row of the breakdown')
  await fold.press('Space')
  await parts.first().waitFor({ state: 'detached' })
  await page.context().close()
})

test('what rows unfold by is chosen and stays in the address, and a part that is pressed filters by both', async () => {
  const page = await operator.open(at, ENGLISH)
  const { usage } = wordsIn('en')
  const crossed = (within: 'model' | 'key') =>
    usage('crossed', { by: usage('dimension.user'), within: usage(`dimension.${within}`) })
  const chip = page.getByRole('button', { name: `${usage('unfoldBy')}: ${crossed('model')}` })
  await chip.click()
  await page.getByRole('menuitemcheckbox', { name: crossed('key') }).click()
  await page.waitForURL('**within=key')
  await page.reload()
  await page.locator('.us-fold').first().click()
  await page.locator('.us-nested .us-pick').first().click()
  await page.waitForURL(/[?&]key=[^&]+/)
  expect(new URL(page.url()).searchParams.getAll('user')).toHaveLength(1)
  await page.context().close()
})

test('on a phone a card unfolds, and parts that do not come are asked for again', async () => {
  const page = await operator.open(at, { ...USUAL, width: 390 })
  const { ui } = wordsIn('zh-CN')
  const parts = /\/usage\/breakdown\?.*user=/
  await page.route(parts, (route) => route.fulfill({ status: 503, json: { code: 'not_ready', detail: 'no parts' } }))
  await page.locator('.us-fold').first().tap()
  const place = page.locator('.us-parts-in')
  await place.getByText('no parts').waitFor()
  await page.unroute(parts)
  await place.getByRole('button', { name: ui('error.retry') }).tap()
  await place.locator('.us-card').first().waitFor()
  await checkInBothThemes(page, 'an unfolded card of the breakdown')
  await page.context().close()
})

test('by what rules figures are unlike the days before is told beside them, with the way to the alerts', async () => {
  const page = await operator.open('/admin/usage', ENGLISH)
  const { analysis } = wordsIn('en')
  await page.getByRole('button', { name: analysis('anomalies.rules') }).press('Enter')
  const rules = page.getByRole('dialog', { name: analysis('anomalies.rules') })
  await rules.getByText('at least 20 requests, no less than 5%').first().waitFor()
  expect(await rules.locator('dt').count()).toBe(5)
  await checkInBothThemes(page, 'the rules of anomalies')
  await rules.getByRole('link', { name: analysis('anomalies.alerts') }).click()
  await page.waitForURL('**/admin/system?section=alerts')
  await page.context().close()
})

test('how figures are grouped is saved as a view, which is of the figures and not of the list', async () => {
  const page = await operator.open('/admin/usage?by=user&metric=margin&status=failed')
  const { usage } = wordsIn('zh-CN')
  const name = '失败的毛利'
  await page.getByRole('button', { name: usage('views.name'), exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: usage('views.save') }).press('Enter')
  await page.getByRole('textbox', { name: usage('views.label') }).fill(name)
  await page.getByRole('button', { name: usage('views.keep') }).click()
  const menu = page.getByRole('button', { name: usage('views.is', { name }) })
  await menu.waitFor()
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: usage('views.all') }).click()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('button', { name: usage('views.is', { name: usage('views.all') }) }).click()
  expect(await page.getByRole('menuitemcheckbox', { name: usage('views.costly') }).count()).toBe(0)
  await checkInBothThemes(page, 'the views of the figures')
  await page.getByRole('menuitemcheckbox', { name }).click()
  await page.waitForURL('**/admin/usage?status=failed&by=user&metric=margin')
  await page.getByRole('tab', { name: usage('tab.requests') }).click()
  await page.getByRole('button', { name: usage('views.name'), exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: usage('views.slow') }).waitFor()
  expect(await page.getByRole('menuitemcheckbox', { name }).count()).toBe(0)
  await page.context().close()
})
