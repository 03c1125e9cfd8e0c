import { describe, expect, test } from 'vitest'
import { creationOptions, newChallenge, readNewPasskey, readShownPasskey, requestOptions } from './passkeys.ts'
import { type Answering, testPasskey } from './test-passkey.ts'

const ORIGIN = 'https://yumen.example'
const party = { id: 'yumen.example', origin: ORIGIN }
const challenge = newChallenge()
const expected = { party, challenge }
const good: Answering = { challenge, origin: ORIGIN, userHandle: 'dTE' }

async function known() {
  const device = testPasskey()
  const passkey = await readNewPasskey(device.made(good), expected)
  if (passkey === null) throw new Error('The passkey of a test was not taken.')
  return { device, passkey: { ...passkey, userId: 'u1' } }
}

test('challenges are 256 bits, and each is another', () => {
  expect(challenge).toMatch(/^[\w-]{43}$/)
  expect(newChallenge()).not.toBe(challenge)
})

test('browsers are asked for a passkey that names its owner and verifies them, and for none that is there', () => {
  const owner = { site: 'Yumen', userId: 'u1', email: 'ada@example.com', name: 'Ada' }
  const options = creationOptions(expected, owner, [{ credentialId: 'AAAA', transports: ['usb'] }])
  expect(options).toMatchObject({
    challenge,
    rp: { id: 'yumen.example', name: 'Yumen' },
    user: { id: Buffer.from('u1').toString('base64url'), name: 'ada@example.com', displayName: 'Ada' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: [{ id: 'AAAA', type: 'public-key', transports: ['usb'] }],
  })
  expect(requestOptions(expected)).toEqual({
    challenge,
    rpId: 'yumen.example',
    timeout: 300_000,
    userVerification: 'required',
  })
})

test('a passkey is read once made, and known again when it is shown', async () => {
  const { device, passkey } = await known()
  expect(passkey).toMatchObject({ credentialId: device.id, counter: 1, transports: ['internal'] })
  expect(await readShownPasskey(device.shown(good), expected, passkey)).toBe(2)
})

const WRONG: [string, Partial<Answering>][] = [
  ['of another challenge', { challenge: newChallenge() }],
  ['from another origin of the host', { origin: 'https://yumen.example:8443' }],
  ['from another host', { origin: 'https://evil.example', host: 'yumen.example' }],
  ['for another host', { host: 'evil.example' }],
  ['without its owner having been verified', { verified: false }],
]

describe.each(WRONG)('%s', (_, wrong) => {
  test('a passkey is not taken', async () => {
    expect(await readNewPasskey(testPasskey().made({ ...good, ...wrong }), expected)).toBeNull()
  })

  test('one that is known is refused', async () => {
    const { device, passkey } = await known()
    expect(await readShownPasskey(device.shown({ ...good, ...wrong }), expected, passkey)).toBeNull()
  })
})

test('one that says it is somebody else’s is refused', async () => {
  const { device, passkey } = await known()
  expect(await readShownPasskey(device.shown(good), expected, { ...passkey, userId: 'u2' })).toBeNull()
  expect(await readShownPasskey(device.shown({ ...good, userHandle: '' }), expected, passkey)).toBeNull()
})

test('another key, and an answer that was changed, are refused', async () => {
  const { device, passkey } = await known()
  expect(await readShownPasskey(testPasskey().shown(good), expected, passkey)).toBeNull()
  const shown = device.shown(good)
  const more = device.shown(good).response.authenticatorData
  const changed = { ...shown, response: { ...shown.response, authenticatorData: more } }
  expect(await readShownPasskey(changed, expected, passkey)).toBeNull()
})

test('a counter that does not go on is that of a copy; where none is kept there is none to compare', async () => {
  const { device, passkey } = await known()
  const shown = (counter: number) => device.shown({ ...good, counter })
  expect(await readShownPasskey(shown(7), expected, { ...passkey, counter: 7 })).toBeNull()
  expect(await readShownPasskey(shown(0), expected, { ...passkey, counter: 7 })).toBeNull()
  expect(await readShownPasskey(shown(8), expected, { ...passkey, counter: 7 })).toBe(8)
  expect(await readShownPasskey(shown(0), expected, { ...passkey, counter: 0 })).toBe(0)
})

test('what is no answer of an authenticator is refused', async () => {
  const { device, passkey } = await known()
  const shown = device.shown(good)
  for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
    const broken = { ...shown, response: { ...shown.response, [part]: 'AAAA' } }
    expect(await readShownPasskey(broken, expected, passkey)).toBeNull()
  }
})
