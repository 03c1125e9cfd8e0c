import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { button } from './demo.ts'
import { ENGLISH, operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const PASSWORD = 'administrators-own-words'
const { operator } = operated([], { ADMIN_PASSWORD: PASSWORD })
const TABLE = 'email,name,role\nada@example.com,Ada,user\nno-address,Bob,user\ngrace@example.com,Grace,user'

/** Everybody but the administrator, and whether they may come in. */
async function people(): Promise<Record<string, string>> {
  const { items } = await operator.ask<{ items: { name: string; role: string; status: string }[] }>(
    'GET',
    '/api/admin/users?tz=UTC',
  )
  return Object.fromEntries(items.filter(({ role }) => role === 'user').map(({ name, status }) => [name, status]))
}

test('a table of users is checked first, each faulty line told by its number, and what is good is taken in', async () => {
  const { users } = wordsIn('zh-CN')
  const page = await operator.open('/admin/users?import=1')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(users('import.text')).fill(TABLE)
  await button(page, users('import.try')).click()
  await drawer.getByText(users('import.tried', { good: 2, bad: 1 })).waitFor()
  const faulty = drawer.getByRole('row', { name: /no-address/ })
  expect(await faulty.getByRole('cell').first().innerText()).toBe('3')
  await faulty.locator('.err').waitFor()
  expect(await people(), 'a check makes nobody').toEqual({})
  await checkInBothThemes(page, 'a table that was checked')
  await button(page, users('import.do', { count: 2 })).click()
  await drawer.getByText(users('import.done', { count: 2 })).waitFor()
  const saved = page.waitForEvent('download')
  await button(page, users('import.save')).click()
  const passwords = await readFile(await (await saved).path(), 'utf8')
  expect(passwords).toMatch(/^\u{feff}?email,password\r\nada@example\.com,\S{8,}\r\ngrace@example\.com,\S{8,}\r\n$/u)
  await button(page, users('once.done')).click()
  await drawer.waitFor({ state: 'detached' })
  expect(await people()).toEqual({ Ada: 'active', Grace: 'active' })
  await page.context().close()
})

test('by keyboard several users are picked, disabled after a look at whom it concerns, and brought back by Undo', async () => {
  const { limits, users } = wordsIn('en')
  const page = await operator.open('/admin/users', ENGLISH)
  for (const name of ['Ada', 'Grace'])
    await page.getByRole('checkbox', { name: users('pick.one', { name }) }).press('Space')
  await page.getByText(users('bulk.picked', { count: 2 })).waitFor()
  await button(page, users('act.disable')).press('Enter')
  const ask = page.getByRole('alertdialog')
  await ask.getByText(users('ask.disable_many', { count: 2 })).waitFor()
  for (const name of ['Ada', 'Grace']) expect(await ask.innerText()).toContain(name)
  await checkInBothThemes(page, 'a look at whom it concerns')
  await ask.getByRole('button', { name: users('act.disable') }).press('Enter')
  await page
    .getByText(users('done.disable_many', { count: 2 }))
    .first()
    .waitFor()
  expect(await people()).toEqual({ Ada: 'disabled', Grace: 'disabled' })
  await button(page, users('undo')).press('Enter')
  await expect.poll(people).toEqual({ Ada: 'active', Grace: 'active' })

  await button(page, users('bulk.limits')).press('Enter')
  const drawer = page.getByRole('dialog')
  const cost = limits('named.cost', { window: limits('window.month') })
  await drawer.getByRole('button', { name: `${limits('field.add')} ${cost}` }).press('Enter')
  await drawer.getByRole('textbox', { name: limits('field.max') }).fill('25')
  for (const name of ['Ada', 'Grace']) expect(await drawer.innerText()).toContain(name)
  await button(page, limits('bulk.apply')).press('Enter')
  const capped = page.getByText('$0.00 / $25').filter({ visible: true })
  await expect.poll(() => capped.count()).toBe(2)
  await button(page, users('undo')).last().press('Enter')
  await expect.poll(() => capped.count()).toBe(0)
  await page.context().close()
})

test('the columns of the table of users are chosen, stand in the address, and come back as they were', async () => {
  const { ui, users } = wordsIn('zh-CN')
  const page = await operator.open('/admin/users')
  const heads = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '')
  await page.locator('[data-row]').first().waitFor()
  const standard = await heads()
  expect(standard).not.toContain(users('col.group'))
  await button(page, ui('columns.name')).click()
  await page.getByRole('checkbox', { name: users('col.group'), exact: true }).click()
  await page.getByRole('checkbox', { name: users('col.created'), exact: true }).click()
  await checkInBothThemes(page, 'the choice of columns')
  await page.reload()
  const chosen = [...standard.filter((name) => name !== users('col.created')), users('col.group')]
  await expect.poll(async () => (await heads()).toSorted()).toEqual(chosen.toSorted())
  await button(page, ui('columns.name')).click()
  await button(page, ui('columns.reset')).click()
  await page.keyboard.press('Escape')
  await expect.poll(heads).toEqual(standard)
  expect(new URL(page.url()).searchParams.has('cols')).toBe(false)
  await page.context().close()
})
