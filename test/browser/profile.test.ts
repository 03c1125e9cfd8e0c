import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button, demo, downloaded } from './demo.ts'
import { BOTH, type Hand } from './hands.ts'
import { checkPage } from './page-check.ts'
import { wordsIn } from './words.ts'

const { open, yumen } = demo()
const PATH = '/dashboard/profile'

// Each of the two gives the account a new one.
let password = ''

type Way = { locale: 'zh-CN' | 'en'; hand: Hand }

/** Signs in at the door, in a browser and a session of its own. */
async function signedIn({ locale, hand }: Way): Promise<Page> {
  const page = await open(PATH, { locale, signedIn: false })
  const { login } = wordsIn(locale)
  password ||= yumen().admin.password
  await page.getByLabel(login('email')).fill(yumen().admin.email)
  await page.locator('input[name=password]').fill(password)
  await hand.press(button(page, login('submit')))
  // The door leads to where one wanted to go.
  await page.waitForURL(`**${PATH}`)
  return page
}

/** Whether a browser is sent to the door when it asks for a page. */
async function isOut(page: Page): Promise<void> {
  await page.goto(PATH)
  await page.waitForURL('**/login')
}

// One language after the other: it is kept with the account.
describe.each(BOTH)('$how', (way) => {
  test('the name is changed, and stands everywhere at once', async () => {
    const page = await signedIn(way)
    const { profile } = wordsIn(way.locale)
    const name = page.getByRole('textbox', { name: profile('basics.name') })
    const save = button(page, profile('basics.save'))
    expect(await save.isDisabled()).toBe(true)
    await name.fill('   ')
    await way.hand.press(save)
    await page
      .getByRole('alert')
      .filter({ hasText: profile('basics.empty') })
      .waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill(`Ada ${way.locale}`)
    await way.hand.press(save)
    await page.getByText(profile('basics.saved'), { exact: true }).waitFor()
    await page.getByRole('heading', { name: `Ada ${way.locale}` }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: `Ada ${way.locale}` }).waitFor()
    await expect.poll(() => name.inputValue()).toBe(`Ada ${way.locale}`)
    await checkPage(page, 'the profile')
    await page.context().close()
  })

  test('a new password says how strong it is and what it still lacks while it is typed', async () => {
    const page = await signedIn(way)
    const { password: t } = wordsIn(way.locale)
    const rules = page.getByRole('region', { name: t('rules.label') })
    const met = rules.getByRole('listitem').filter({ has: page.getByLabel(t('rules.met'), { exact: true }) })
    await rules.waitFor()
    expect(await met.count()).toBe(0)
    await page.locator('input[name=next]').fill('jade-Gate 2026')
    await rules.getByText(t('strength.is', { strength: t('strength.4') }), { exact: true }).waitFor()
    await expect.poll(() => met.count()).toBe(6)
    await page.locator('input[name=again]').fill('jade-Gate 2026')
    await expect.poll(() => met.count()).toBe(7)
    await checkPage(page, 'the rules of a password')
    await page.context().close()
  })

  test('another session is listed, ended, and out', async () => {
    const { profile } = wordsIn(way.locale)
    const other = await signedIn(way)
    const page = await signedIn(way)
    const sessions = page.getByRole('table', { name: profile('sessions.title') }).locator('tbody tr')
    await sessions.getByText(profile('sessions.current')).waitFor()
    const count = await sessions.count()
    // The newest first: it began a moment before this one.
    const end = sessions.getByRole('button', { name: profile('sessions.end'), exact: true })
    await way.hand.press(end.first())
    await page.getByText(profile('sessions.ended'), { exact: true }).waitFor()
    await expect.poll(() => sessions.count()).toBe(count - 1)
    await isOut(other)
    await page.reload()
    await sessions.getByText(profile('sessions.current')).waitFor()
    await Promise.all([page, other].map((one) => one.context().close()))
  })

  test('a wrong password is told at its field, a right one ends every other session', async () => {
    const words = wordsIn(way.locale)
    const other = await signedIn(way)
    const page = await signedIn(way)
    const field = (name: 'current' | 'next' | 'again') => page.locator(`input[name=${name}]`)
    const fill = async (current: string, next: string, again: string) => {
      await field('current').fill(current)
      await field('next').fill(next)
      await field('again').fill(again)
      await way.hand.press(button(page, words.password('submit')))
    }
    const next = `the gate, ${way.locale}`
    await fill(password, next, 'something else')
    await page
      .getByRole('alert')
      .filter({ hasText: words.password('differs') })
      .waitFor()
    await fill('not the password', next, next)
    await expect.poll(() => field('current').getAttribute('aria-invalid')).toBe('true')
    const told = await field('current').evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(''),
    )
    expect(told).not.toBe('')
    expect(await field('again').getAttribute('aria-invalid')).toBeNull()
    await fill(password, next, next)
    await page.getByText(words.password('changed'), { exact: true }).waitFor()
    password = next
    const ends = page.getByRole('button', { name: words.profile('sessions.end'), exact: true })
    await expect.poll(() => ends.count()).toBe(0)
    await isOut(other)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(PATH)
    await (await signedIn(way)).context().close()
    await Promise.all([page, other].map((one) => one.context().close()))
  })

  test('one takes the own data along', async () => {
    const page = await signedIn(way)
    const { settings } = wordsIn(way.locale)
    await page.goto('/dashboard/settings')
    const file = await downloaded(page, () => way.hand.press(button(page, settings('data.export'))))
    expect(file.name).toMatch(/\.json$/)
    const { profile, keys } = JSON.parse(file.text) as { profile: { email: string }; keys: { name: string }[] }
    expect(profile.email).toBe(yumen().admin.email)
    expect(keys.map(({ name }) => name)).toContain('Claude Code')
    expect(file.text).not.toContain(password)
    await page.context().close()
  })
})

test('a program that signed in is called what it calls itself', async () => {
  // The account keeps the language it was used in last.
  const [, way] = BOTH
  const page = await signedIn(way)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: yumen().admin.email, password })
  const answer = await fetch(`${yumen().origin}/api/auth/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await page.reload()
  const { profile } = wordsIn(way.locale)
  const sessions = page.getByRole('table', { name: profile('sessions.title') }).locator('tbody tr')

  await sessions.getByRole('cell', { name: 'node', exact: true }).first().waitFor()
  expect(await sessions.getByText(profile('sessions.unknown')).count()).toBe(0)
})
