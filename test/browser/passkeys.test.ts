import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { USUAL } from './chromium.ts'
import { button } from './demo.ts'
import { BOTH, type Hand } from './hands.ts'
import { operated } from './operator.ts'
import { checkInBothThemes } from './page-check.ts'
import { wordsIn } from './words.ts'

const PASSWORD = 'administrators-own-words'
const ADA_PASSWORD = 'a better horse 2026'
const { operator, stranger, yumen } = operated([], { ADMIN_PASSWORD: PASSWORD })
const PROFILE = '/dashboard/profile'

type Way = { locale: 'zh-CN' | 'en'; hand: Hand }

/** The same server by a name that browsers have passkeys for. */
const byName = (path: string) => yumen.origin.replace('127.0.0.1', 'localhost') + path

/** A device with a passkey store whose owner is there and lets themselves be verified. */
async function withDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    // Until a test says so: a question at the field of the e-mail would be answered at once.
    automaticPresenceSimulation: false,
  } as const
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
  return deviceOf(cdp, authenticatorId)
}

type Credential = { credentialId: string; isResidentCredential: boolean; rpId?: string; privateKey: string }

function deviceOf(cdp: CDPSession, authenticatorId: string) {
  const touch = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return {
    /** Whether whoever is asked shows a passkey, or lets one be made. */
    touch,
    verified: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async (): Promise<Credential[]> =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    put: (credential: Credential) =>
      cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never }),
  }
}

async function newUser(email: string) {
  const account = { email, name: email, password: ADA_PASSWORD, must_change_password: false }
  const { id } = await operator.ask<{ id: string }>('POST', '/api/admin/users', account)
  return { email, id }
}

async function atTheDoor(locale: Way['locale'], path = byName('/login')): Promise<Page> {
  const page = await stranger({ ...USUAL, locale })
  await page.goto(path)
  await button(page, wordsIn(locale).login('passkey.use')).waitFor()
  return page
}

async function signIn(page: Page, { locale, hand }: Way, email: string): Promise<void> {
  const { login } = wordsIn(locale)
  await page.getByLabel(login('email')).fill(email)
  await page.locator('input[name=password]').fill(ADA_PASSWORD)
  await hand.press(button(page, login('submit')))
  await page.waitForURL('**/dashboard')
  await page.goto(byName(PROFILE))
}

describe.each(BOTH)('$how', (way) => {
  const { login, profile, twostep, users, limits } = wordsIn(way.locale)
  const { press } = way.hand
  const email = `ada-${way.locale.toLowerCase()}@example.com`
  let ada: Awaited<ReturnType<typeof newUser>>
  let kept: Credential[] = []
  const list = (page: Page) => page.getByRole('list', { name: profile('passkeys.title') }).getByRole('listitem')

  test('one is made in the profile: the password, then the browser asks', async () => {
    ada = await newUser(email)
    const page = await atTheDoor(way.locale)
    const device = await withDevice(page)
    await signIn(page, way, email)
    await page.getByText(profile('passkeys.why')).waitFor()
    await press(button(page, profile('passkeys.add')))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(profile('passkeys.name')).fill('Laptop')
    await checkInBothThemes(page, 'a passkey that is added')
    await dialog.locator('input[name=password]').fill('not it')
    await press(button(dialog, profile('passkeys.next')))
    await expect.poll(() => dialog.locator('input[name=password]').getAttribute('aria-invalid')).toBe('true')
    await device.touch(true)
    await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
    await press(button(dialog, profile('passkeys.next')))
    await dialog.waitFor({ state: 'detached' })
    await list(page)
      .filter({ hasText: 'Laptop' })
      .filter({ hasText: profile('passkeys.unused') })
      .waitFor()
    await checkInBothThemes(page, 'the profile with a passkey')
    kept = await device.credentials()
    expect(kept).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

    // The same device has one of this account already.
    await press(button(page, profile('passkeys.add')))
    await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
    await press(button(dialog, profile('passkeys.next')))
    await dialog.getByText(profile('passkeys.problem.known')).waitFor()
    await page.context().close()
  })

  test('it signs in from the sign-in page, by a button and without e-mail and password', async () => {
    const page = await atTheDoor(way.locale)
    const device = await withDevice(page)
    await checkInBothThemes(page, 'the sign-in page')
    for (const credential of kept) await device.put(credential)
    await device.touch(true)
    await press(button(page, login('passkey.use')))
    await page.waitForURL('**/dashboard')
    await page.goto(byName(PROFILE))
    await list(page).filter({ hasText: 'Laptop' }).waitFor()
    expect(await page.getByText(profile('passkeys.unused')).count()).toBe(0)
    kept = await device.credentials()
    await page.context().close()
  })

  test('it signs in from the field of the e-mail, where the browser offers it', async () => {
    const page = await stranger({ ...USUAL, locale: way.locale })
    const device = await withDevice(page)
    for (const credential of kept) await device.put(credential)
    await device.touch(true)
    await page.goto(byName('/login'))
    await page.waitForURL('**/dashboard')
    kept = await device.credentials()
    await page.context().close()
  })

  test('whoever is not verified is not let in, and may use the password', async () => {
    const page = await atTheDoor(way.locale)
    const device = await withDevice(page)
    for (const credential of kept) await device.put(credential)
    await device.verified(false)
    await device.touch(true)
    await press(button(page, login('passkey.use')))
    await page.getByText(login('passkey.dismissed')).waitFor()
    await checkInBothThemes(page, 'a passkey that was not shown')
    await signIn(page, way, email)
    await page.context().close()
  })

  test('it is renamed, and removed with the password; then it signs in no more', async () => {
    const page = await atTheDoor(way.locale)
    await signIn(page, way, email)
    await press(button(page, profile('passkeys.rename_this', { name: 'Laptop' })))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(profile('passkeys.name')).fill('Phone')
    await press(button(dialog, profile('basics.save')))
    await list(page).filter({ hasText: 'Phone' }).waitFor()
    await press(button(page, profile('passkeys.remove_this', { name: 'Phone' })))
    await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
    await checkInBothThemes(page, 'the question before a passkey is removed')
    await press(button(dialog, profile('passkeys.remove')))
    await page.getByText(profile('passkeys.why')).waitFor()
    await page.context().close()

    const door = await atTheDoor(way.locale)
    const device = await withDevice(door)
    for (const credential of kept) await device.put(credential)
    await device.touch(true)
    await press(button(door, login('passkey.use')))
    const refused = way.locale === 'en' ? 'No account here signs in with this passkey' : '无法用此通行密钥登录'
    await door.getByText(refused).waitFor()
    expect(new URL(door.url()).pathname).toBe('/login')
    await door.context().close()
  })

  test('an administrator removes all of an account', async () => {
    const own = await atTheDoor(way.locale)
    const device = await withDevice(own)
    await signIn(own, way, email)
    await device.touch(true)
    await press(button(own, profile('passkeys.add')))
    await own.getByRole('dialog').locator('input[name=password]').fill(ADA_PASSWORD)
    await press(button(own.getByRole('dialog'), profile('passkeys.next')))
    await list(own).waitFor()

    const page = await operator.open(`/admin/users?user=${ada.id}`, { ...USUAL, locale: way.locale })
    await checkInBothThemes(page, 'an account with a passkey')
    await press(button(page, users('act.remove_passkeys')))
    await press(page.getByRole('alertdialog').getByRole('button', { name: users('ask.passkeys_yes') }))
    const consent = page.getByRole('dialog', { name: limits('consent.title') })
    await consent.locator('input').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText(users('done.passkeys', { name: email }), { exact: true }).waitFor()
    await button(page, users('act.remove_passkeys')).waitFor({ state: 'detached' })
    await page.context().close()
    await own.reload()
    await own.waitForURL('**/login')
    await own.context().close()
  })

  test('opened by an address, the console says why there are none, and leads to where there are', async () => {
    const page = await atTheDoor(way.locale, `${yumen.origin}/login`)
    await press(button(page, login('passkey.use')))
    const link = page.getByRole('alert').getByRole('link')
    expect(await link.getAttribute('href')).toBe(byName('/login'))
    await checkInBothThemes(page, 'a sign-in page without passkeys')
    await page.getByLabel(login('email')).fill(email)
    await page.locator('input[name=password]').fill(ADA_PASSWORD)
    await press(button(page, login('submit')))
    await page.waitForURL('**/dashboard')
    await page.goto(PROFILE)
    await page.getByText(profile('passkeys.not_here.address')).waitFor()
    expect(await button(page, profile('passkeys.add')).count()).toBe(0)
    await button(page, twostep('card.enable')).waitFor()
    await checkInBothThemes(page, 'a profile without passkeys')
    await page.context().close()
  })
})

test('the longest name of a passkey keeps off its buttons and within its questions on a phone', async () => {
  const { profile } = wordsIn('en')
  const ada = await newUser('long-name@example.com')
  const page = await stranger({ ...USUAL, locale: 'en', width: 390 })
  await page.goto(byName(PROFILE))
  await page.waitForURL('**/login')
  const device = await withDevice(page)
  await page.locator('input[name=email]').fill(ada.email)
  await page.locator('input[name=password]').fill(ADA_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${PROFILE}`)
  await device.touch(true)
  const dialog = page.getByRole('dialog')
  const name = 'W'.repeat(64)
  await button(page, profile('passkeys.add')).click()
  await dialog.getByLabel(profile('passkeys.name')).fill(name)
  await dialog.locator('input[name=password]').fill(ADA_PASSWORD)
  await page.keyboard.press('Enter')
  const [rename, remove] = [
    button(page, profile('passkeys.rename_this', { name })),
    button(page, profile('passkeys.remove_this', { name })),
  ]
  await remove.waitFor()
  await dialog.waitFor({ state: 'detached' })
  const [left, right] = [await rename.boundingBox(), await remove.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  await remove.click()
  await dialog.locator('input[name=password]').waitFor()
  const [wide, inside] = await dialog.evaluate((one) => [one.scrollWidth, one.clientWidth])
  expect(wide).toBeLessThanOrEqual(inside ?? 0)
  await page.context().close()
})

test('opened elsewhere than at the public address, the console says where passkeys work', async () => {
  const ada = await newUser('elsewhere@example.com')
  const values = { 'site.public_origin': 'https://yumen.example' }
  await operator.ask('PATCH', '/api/admin/settings', { values, password: yumen.admin.password })
  const [way] = BOTH
  const { login, profile } = wordsIn(way.locale)
  const page = await atTheDoor(way.locale)
  await button(page, login('passkey.use')).click()
  await page.getByRole('alert').filter({ hasText: 'https://yumen.example' }).waitFor()
  await signIn(page, way, ada.email)
  await page.getByText(profile('passkeys.not_here.elsewhere')).waitFor()
  const link = page.getByRole('link', { name: 'https://yumen.example' })
  expect(await link.getAttribute('href')).toBe(`https://yumen.example${PROFILE}`)
  await page.context().close()
})
