import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact, redactBegun } from './redact.ts'

const SECRET = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'

test.each([
  ['a key of ours', `use sk-ym-${SECRET}${SECRET} now`, 'use [key] now'],
  ['a vendor’s key', `{"content":"sk-proj-${SECRET}"}`, '{"content":"[key]"}'],
  ['a Google key', `AIza${SECRET}xyzw`, '[key]'],
  ['an AWS key', 'AKIAIOSFODNN7EXAMPLE', '[key]'],
  ['a header in a text', `curl -H 'Authorization: Bearer ${SECRET}'`, `curl -H 'Authorization: [credential]'`],
  ['a token', `eyJhbGciOiJIUzI1NiJ9.${SECRET}.${SECRET}`, '[token]'],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----`, '[private key]'],
  ['a private key that is cut', `x -----BEGIN PRIVATE KEY-----\n${SECRET}`, 'x [private key]'],
  ['a password in JSON', '{"db_password": "hun\\"ter2", "n": 1}', '{"db_password": "[redacted]", "n": 1}'],
  [
    'a picture',
    `{"url":"data:image/png;base64,${'iVBO'.repeat(200)}=="}`,
    '{"url":"data:image/png;base64,[802 characters of base64]"}',
  ],
])('%s is taken out', (_name, text, left) => {
  expect(redact(text)).toBe(left)
})

test.each([
  ['use sk-proj-a1B2', 'use [key]'],
  ['"AIzaSyA1b2', '"[key]'],
  ['AKIAIOSF', '[key]'],
  [`{"a":"${'x'.repeat(80)} sk-ym-a1`, `{"a":"${'x'.repeat(80)} [key]`],
  ['they ask-', 'they ask-'],
  ['玉门', '玉门'],
])('of %s, a beginning, no part of a key is left', (text, left) => {
  expect(redactBegun(text)).toBe(left)
})

test('what people write stays', () => {
  const said =
    '{"messages":[{"role":"user","content":"玉门关外，春风不度。 Please explain task-management, e.g. ask_me-later."}]}'
  expect(redact(said)).toBe(said)
})

test('no secret of such a form is left, wherever it stands', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('')
  const tail = fc.string({ unit: fc.constantFrom(...letters), minLength: 24, maxLength: 60 })
  fc.assert(
    fc.property(fc.string(), tail, fc.string(), (before, key, after) => {
      expect(redact(`${before} sk-${key} ${after}`)).not.toContain(key)
    }),
  )
})
