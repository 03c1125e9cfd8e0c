import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCipheriv } from 'node:crypto'
import { createEnvelope, decrypt, encrypt } from './envelope.ts'

const envelope = createEnvelope(Buffer.alloc(32, 7), 'key1')

test('what is sealed opens again in its own place', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (plain, aad) => envelope.open(envelope.seal(plain, aad), aad) === plain),
  )
})

test('a sealed text does not hold the plain one, and is never sealed the same way twice', () => {
  const sealed = envelope.seal('vendor-secret', 'a')
  expect(sealed).not.toContain('vendor-secret')
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('vendor-secret')).toBe(false)
  expect(envelope.seal('vendor-secret', 'a')).not.toBe(sealed)
})

test('opened for another place it throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (aad, other) => {
      fc.pre(aad !== other)
      expect(() => envelope.open(envelope.seal('secret', aad), other)).toThrow()
    }),
  )
})

test('changed in any character it throws', () => {
  const sealed = envelope.seal('secret', 'a')
  for (let at = 0; at < sealed.length; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(() => envelope.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'a'), String(at)).toThrow()
  }
})

test('cut short, extended or empty it throws', () => {
  const sealed = envelope.seal('secret', 'a')
  for (const text of ['', 'v1', 'v1.key1.', sealed.slice(0, -4), `${sealed}AAAA`, `${sealed}.x`, `${sealed}=`]) {
    expect(() => envelope.open(text, 'a'), text).toThrow()
  }
})

test('what an earlier version has sealed opens: iv, tag and AES-256-GCM over the text, bound to its key and place', () => {
  const iv = Buffer.alloc(12, 5)
  const cipher = createCipheriv('aes-256-gcm', Buffer.alloc(32, 7), iv).setAAD(Buffer.from('["key1","a"]'))
  const body = Buffer.concat([cipher.update('secret'), cipher.final()])
  const bytes = Buffer.concat([iv, cipher.getAuthTag(), body])
  expect(envelope.open(`v1.key1.${bytes.toString('base64url')}`, 'a')).toBe('secret')
})

test('bytes that do not open are a fault that says so, however few they are', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = encrypt(key, Buffer.alloc(0), 'a')
  expect(decrypt(key, sealed, 'a')).toHaveLength(0)
  expect(() => decrypt(key, sealed, 'b')).toThrow('changed, moved')
  expect(() => decrypt(key, sealed.subarray(0, -1), 'a')).toThrow('too short')
})

test('another key, or a text sealed under another key id, is refused', () => {
  const sealed = envelope.seal('secret', 'a')
  expect(() => createEnvelope(Buffer.alloc(32, 8), 'key1').open(sealed, 'a')).toThrow()
  expect(() => createEnvelope(Buffer.alloc(32, 7), 'key2').open(sealed, 'a')).toThrow()
  expect(() => createEnvelope(Buffer.alloc(32, 7), 'key2').open(sealed.replace('key1', 'key2'), 'a')).toThrow()
})
