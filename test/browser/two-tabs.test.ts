import { expect, test } from 'vitest'
import { button, demo } from './demo.ts'
import { wordsIn } from './words.ts'

const { open } = demo()
const PATH = '/dashboard/announcements'
const { announcements, settings } = wordsIn('zh-CN')

test('what is read and chosen in one tab is so in another', async () => {
  const one = await open(PATH)
  const other = await one.context().newPage()
  await other.goto(PATH)
  const unread = other.locator('.an.un')
  await unread.first().waitFor()
  await button(one, announcements('read_all')).click()
  await expect.poll(() => unread.count(), { timeout: 10_000 }).toBe(0)

  const english = wordsIn('en')
  await one.goto('/dashboard/settings')
  await one
    .getByRole('group', { name: settings('language') })
    .getByText('English', { exact: true })
    .click()
  await other.getByRole('tab', { name: english.announcements('tabs.notices') }).waitFor()
})
