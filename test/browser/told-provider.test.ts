import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const { operator } = operated()
const { provider, ui, usage } = wordsIn('zh-CN')
const tellProvider = (on: true | null) =>
  operator.ask('PATCH', '/api/admin/settings', { values: { 'relay.tell_provider': on } })

test('who is told which provider answered groups, filters and lists the own requests by it', async () => {
  await tellProvider(true)
  const page = await operator.open('/dashboard/usage')
  await page
    .getByRole('group', { name: usage('groupBy') })
    .getByText(usage('dimension.provider'))
    .click()
  await page.waitForURL('**by=provider')
  await page.locator('tbody').getByRole('button', { name: 'OpenAI' }).click()
  const chip = page.getByRole('button', { name: new RegExp(`^${usage('dimension.provider')}.*OpenAI`) })
  await chip.waitFor()
  await checkInBothThemes(page, 'the own usage by provider')

  await page.goto('/dashboard/models-providers?tab=providers')
  await page.getByRole('link', { name: 'OpenAI', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('link', { name: provider('mine') }).click()
  await chip.waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('requests')
  await button(page, ui('columns.name')).click()
  await page.getByRole('checkbox', { name: usage('list.provider') }).click()
  await page.keyboard.press('Escape')
  await page.locator('tbody tr').first().getByText('OpenAI', { exact: true }).waitFor()
  await checkInBothThemes(page, 'the own requests of a provider')
  await page.context().close()
})

test('who is not told finds no provider there', async () => {
  await tellProvider(null)
  const page = await operator.open('/dashboard/usage?by=provider&provider=p')
  await page.locator('.us-main').waitFor()
  await button(page, usage('dimension.client')).waitFor()
  expect(await page.getByText(usage('dimension.provider'), { exact: true }).count()).toBe(0)
  await page.context().close()
})
