import { expect, test } from 'vitest'
import { SECOND_MS } from '../core/time.ts'
import { codeAt } from './test-authenticator.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is that of RFC 6238', (second, code) => {
  expect(totpStep(SECRET, code, second * SECOND_MS)).toBe(Math.floor(second / 30))
})

test('a code is taken a step early and a step late, as the step it is of, and no further away', () => {
  const now = Date.UTC(2026, 10, 20, 8)
  const step = now / (30 * SECOND_MS)
  for (const away of [-1, 0, 1])
    expect(totpStep(SECRET, codeAt(SECRET, now + away * 30 * SECOND_MS), now)).toBe(step + away)
  for (const away of [-2, 2]) expect(totpStep(SECRET, codeAt(SECRET, now + away * 30 * SECOND_MS), now)).toBeNull()
})

test('a code of another secret, or of another length, is none', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  expect(one).not.toBe(other)
  const code = codeAt(one, 0)
  expect(totpStep(one, code, 0)).toBe(0)
  for (const wrong of [code.slice(1), `${code}0`, '']) expect(totpStep(one, wrong, 0)).toBeNull()
})

test('a secret is 160 bits in base32, as people type it', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
})

test('an authenticator is told the site and the account', () => {
  const uri = new URL(totpUri(SECRET, { site: '玉门 关', account: 'ada@example.com' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/玉门 关:ada@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: '玉门 关',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
