import { expect, test } from 'vitest'
import { ENGLISH, operated } from './operator.ts'
import { paramOf } from './request-list.ts'

const { operator } = operated()

test.each([
  '/admin/models-providers',
  '/admin/models-providers?tab=models',
  '/dashboard/models-providers?tab=providers',
])('the caret stays where one types in the search of %s', async (path) => {
  const page = await operator.open(path, ENGLISH)
  const box = page.getByRole('searchbox').filter({ visible: true })
  await box.click()
  await page.keyboard.type('open')
  await page.keyboard.press('Home')
  await page.keyboard.type('xyz')
  expect(await box.inputValue()).toBe('xyzopen')
  await expect.poll(() => paramOf(page, 'q')).toBe('xyzopen')
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}q=a`)
  await expect.poll(() => box.inputValue()).toBe('a')
  await page.context().close()
})

test('whoever empties the search of requests goes on typing in it', async () => {
  const page = await operator.open('/dashboard/usage?tab=requests&q=none', ENGLISH)
  const box = page.getByRole('combobox').filter({ visible: true })
  await box.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Backspace')
  await expect.poll(() => paramOf(page, 'q')).toBeNull()
  await page.keyboard.type('live')
  expect(await box.inputValue()).toBe('live')
  await page.keyboard.press('Enter')
  await expect.poll(() => paramOf(page, 'q')).toBe('live')
  await page.goBack()
  await page.context().close()
})
