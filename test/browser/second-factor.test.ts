import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECOND_MS } from '../../src/core/time.ts'
import { button, downloaded } from './demo.ts'
import { BOTH, type Hand } from './hands.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { USUAL } from './chromium.ts'
import { wordsIn } from './words.ts'

const PASSWORD = 'administrators-own-words'
const { operator, stranger, yumen } = operated([], { ADMIN_PASSWORD: PASSWORD })
const PROFILE = '/dashboard/profile'

/** What an authenticator shows; a code is taken once, so that the next is that of the next half minute, which is taken early. */
const codeOf = (secret: string, stepsOn = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsOn * 30 * SECOND_MS })

type Way = { locale: 'zh-CN' | 'en'; hand: Hand }

const codeField = (page: Page) => page.locator('input[name=code]')

/** Fills in the first step of a sign-in in a browser of its own. */
async function atTheDoor({ locale, hand }: Way, who: { email: string; password: string }): Promise<Page> {
  const page = await stranger({ ...USUAL, locale })
  const { login } = wordsIn(locale)
  await page.goto(PROFILE)
  await page.waitForURL('**/login')
  await page.getByLabel(login('email')).fill(who.email)
  await page.locator('input[name=password]').fill(who.password)
  await hand.press(button(page, login('submit')))
  return page
}

/** Sets up an authenticator in a dialog or on a page that asks for it; gives its secret and the recovery codes. */
async function setUp(page: Page, { locale, hand }: Way): Promise<{ secret: string; codes: string[] }> {
  const { twostep } = wordsIn(locale)
  await page
    .locator('form', { hasText: twostep('password.why') })
    .locator('input')
    .fill(ADA_PASSWORD)
  await hand.press(button(page, twostep('password.next')))
  await page.getByRole('img', { name: twostep('scan.qr') }).waitFor()
  const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await checkInBothThemes(page, 'the QR code')
  await codeField(page).fill(codeOf(secret, -20))
  await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
  await codeField(page).fill(codeOf(secret))
  const list = page.getByRole('list', { name: twostep('codes.list') })
  await list.waitFor()
  await checkInBothThemes(page, 'the recovery codes')
  return { secret, codes: await list.getByRole('listitem').allTextContents() }
}

const ADA_PASSWORD = 'a better horse 2026'

async function newUser(email: string): Promise<{ email: string; password: string; id: string }> {
  const account = { email, name: email, password: ADA_PASSWORD, must_change_password: false }
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/users', account)
  return { email, password: ADA_PASSWORD, id }
}

describe.each(BOTH)('$how', (way) => {
  const { login, password, twostep, users, limits } = wordsIn(way.locale)
  const email = `ada-${way.locale.toLowerCase()}@example.com`
  let ada: Awaited<ReturnType<typeof newUser>>
  let secret = ''
  let codes: string[] = []

  test('it is turned on in the profile: the password, the authenticator, the recovery codes', async () => {
    ada = await newUser(email)
    const page = await atTheDoor(way, ada)
    await page.waitForURL(`**${PROFILE}`)
    await way.hand.press(button(page, twostep('card.enable')))
    ;({ secret, codes } = await setUp(page, way))
    expect(new Set(codes).size).toBe(10)
    const file = await downloaded(page, () => way.hand.press(button(page, twostep('codes.download'))))
    expect(file.name).toBe('recovery-codes.txt')
    for (const code of codes) expect(file.text).toContain(code)

    // Escape does not lose them without a word.
    await page.keyboard.press('Escape')
    await page
      .getByRole('alert')
      .filter({ hasText: twostep('codes.not_saved') })
      .waitFor()
    await way.hand.tick(page.getByRole('checkbox', { name: twostep('codes.saved') }))
    await way.hand.press(button(page, twostep('codes.done')))
    await button(page, twostep('card.disable')).waitFor()
    await page.getByText(twostep('card.count', { count: 10 }), { exact: true }).waitFor()
    await checkInBothThemes(page, 'the profile with a second factor')
    await page.context().close()
  })

  test('a sign-in takes a code, sent as soon as it is whole, and a wrong one is told', async () => {
    const page = await atTheDoor(way, ada)
    await codeField(page).waitFor()
    await checkInBothThemes(page, 'the code of a sign-in')
    await codeField(page).fill(codeOf(secret, -20))
    await page.getByText(login('code.wrong')).waitFor()
    await codeField(page).fill(codeOf(secret, 1))
    await page.waitForURL(`**${PROFILE}`)
    await page.context().close()
  })

  test('or a recovery code, which is taken once', async () => {
    const [code = ''] = codes
    const withRecoveryCode = async () => {
      const page = await atTheDoor(way, ada)
      await way.hand.press(button(page, password('code.recovery.use')))
      // However it is written.
      await page.getByLabel(password('code.recovery.label'), { exact: true }).fill(` ${code.toUpperCase()} `)
      await way.hand.press(button(page, login('submit')))
      return page
    }
    const page = await withRecoveryCode()
    await page.waitForURL(`**${PROFILE}`)
    await page.getByText(twostep('card.count', { count: 9 }), { exact: true }).waitFor()
    const again = await withRecoveryCode()
    await again.getByText(login('code.wrong')).waitFor()
    await way.hand.press(button(again, login('code.back')))
    await again.getByLabel(login('email')).waitFor()
    await Promise.all([page, again].map((one) => one.context().close()))
  })

  test('new recovery codes take the place of the old ones, and it is turned off with one of them', async () => {
    const page = await atTheDoor(way, ada)
    await way.hand.press(button(page, password('code.recovery.use')))
    await codeField(page).fill(codes[1] ?? '')
    await way.hand.press(button(page, login('submit')))
    await page.waitForURL(`**${PROFILE}`)
    const dialog = page.getByRole('dialog')
    const prove = async (code: string, submit: string) => {
      await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
      await way.hand.press(button(dialog, password('code.recovery.use')))
      await codeField(page).fill(code)
      await way.hand.press(button(dialog, submit))
    }
    await way.hand.press(button(page, twostep('card.renew')))
    await checkInBothThemes(page, 'the question before new recovery codes')
    await prove(codes[2] ?? '', twostep('renew.submit'))
    const list = page.getByRole('list', { name: twostep('codes.list') })
    await list.waitFor()
    const fresh = await list.getByRole('listitem').allTextContents()
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await way.hand.tick(page.getByRole('checkbox', { name: twostep('codes.saved') }))
    await way.hand.press(button(page, twostep('codes.done')))
    await dialog.waitFor({ state: 'detached' })

    await way.hand.press(button(page, twostep('card.disable')))
    await prove(codes[3] ?? '', twostep('end.submit'))
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
    await codeField(page).fill(fresh[0] ?? '')
    await way.hand.press(button(dialog, twostep('end.submit')))
    await button(page, twostep('card.enable')).waitFor()
    await page.context().close()
  })

  test('another authenticator takes the place of the one that is on', async () => {
    const page = await atTheDoor(way, ada)
    await page.waitForURL(`**${PROFILE}`)
    await way.hand.press(button(page, twostep('card.enable')))
    const old = await setUp(page, way)
    await way.hand.tick(page.getByRole('checkbox', { name: twostep('codes.saved') }))
    await way.hand.press(button(page, twostep('codes.done')))

    await way.hand.press(button(page, twostep('card.replace')))
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
    await way.hand.press(button(dialog, password('code.recovery.use')))
    await checkInBothThemes(page, 'the question before another authenticator')
    await codeField(page).fill(old.codes[0] ?? '')
    await way.hand.press(button(dialog, twostep('password.next')))
    const shown = page.locator('[data-secret]')
    await shown.waitFor()
    const fresh = ((await shown.textContent()) ?? '').replaceAll(' ', '')
    expect(fresh).not.toBe(old.secret)
    await codeField(page).fill(codeOf(fresh))
    const list = page.getByRole('list', { name: twostep('codes.list') })
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    await way.hand.tick(page.getByRole('checkbox', { name: twostep('codes.saved') }))
    await way.hand.press(button(page, twostep('codes.done')))

    await way.hand.press(button(page, twostep('card.disable')))
    await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
    await way.hand.press(button(dialog, password('code.recovery.use')))
    await codeField(page).fill(old.codes[1] ?? '')
    await way.hand.press(button(dialog, twostep('end.submit')))
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
    await codeField(page).fill(codes[0] ?? '')
    await way.hand.press(button(dialog, twostep('end.submit')))
    await button(page, twostep('card.enable')).waitFor()
    await page.context().close()
  })

  test('an administrator resets it with their own password, and the password alone lets in again', async () => {
    const own = await atTheDoor(way, ada)
    await own.waitForURL(`**${PROFILE}`)
    await way.hand.press(button(own, twostep('card.enable')))
    await setUp(own, way)
    await own.context().close()

    const page = await operator.open(`/admin/users?user=${ada.id}`, { ...USUAL, locale: way.locale })
    await checkInBothThemes(page, 'an account with a second factor')
    await way.hand.press(button(page, users('act.reset_second_factor')))
    await way.hand.press(page.getByRole('alertdialog').getByRole('button', { name: users('ask.reset_yes') }))
    const consent = page.getByRole('dialog', { name: limits('consent.title') })
    await consent.locator('input').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(users('done.second_factor', { name: email }), { exact: true }).waitFor()
    await button(page, users('act.reset_second_factor')).waitFor({ state: 'detached' })
    await page.context().close()

    const again = await atTheDoor(way, ada)
    await again.waitForURL(`**${PROFILE}`)
    await button(again, twostep('card.enable')).waitFor()
    await again.context().close()
  })
})

/** Made before everyone must have one: its maker, too, could do nothing else first. */
const unheard = 'unheard@example.com'
beforeAll(() => newUser(unheard))

test('whoever must have one is asked for it before anything else, and goes on once it is on', async () => {
  const [way] = BOTH
  const { common, twostep } = wordsIn(way.locale)
  const ada = await newUser('everyone@example.com')
  const page = await atTheDoor(way, ada)
  await page.waitForURL(`**${PROFILE}`)
  const key = 'security.second_factor'
  const change = (value: string) =>
    operator.ask('PATCH', '/api/admin/settings', { values: { [key]: value }, password: yumen.admin.password })
  await change('everyone')
  // Whoever is at work already is told by the next answer.
  await page.getByRole('link', { name: common('places.keys') }).click()
  await page.getByText(twostep('first.why')).waitFor()
  await checkInBothThemes(page, 'a second factor that must be set')
  await setUp(page, way)
  await way.hand.tick(page.getByRole('checkbox', { name: twostep('codes.saved') }))
  await way.hand.press(button(page, twostep('codes.done')))
  await page.getByText(twostep('first.why')).waitFor({ state: 'detached' })
  await page.goto(PROFILE)
  await button(page, twostep('card.disable')).waitFor()
  expect(await button(page, twostep('card.disable')).isDisabled()).toBe(true)
  await page.context().close()
})

test('whoever must have one and never hears that it is on goes on all the same, and is told of the recovery codes', async () => {
  const { login, twostep } = wordsIn('zh-CN')
  const page = await stranger()
  await page.goto(PROFILE)
  await page.getByLabel(login('email')).fill(unheard)
  await page.locator('input[name=password]').fill(ADA_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(twostep('first.why')).waitFor()
  await page
    .locator('form', { hasText: twostep('password.why') })
    .locator('input')
    .fill(ADA_PASSWORD)
  await page.keyboard.press('Enter')
  const shown = page.locator('[data-secret]')
  await shown.waitFor()
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  await page.route(
    '**/second-factor/confirm',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await codeField(page).fill(codeOf(secret))
  await page.getByText(twostep('failed')).waitFor()
  await codeField(page).press('Enter')
  await page.getByText(twostep('found_on.text')).waitFor()
  await button(page, twostep('card.renew')).waitFor()
  await page.context().close()
})
