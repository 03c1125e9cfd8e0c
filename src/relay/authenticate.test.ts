import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import type { KeyEntry } from '../core/directory.ts'
import type { Said } from '../core/said.ts'
import { newUserKey } from '../vault/keys.ts'
import { CALLER } from './routing/test-targets.ts'
import { authenticate, authenticateAgain, isWithin, keyFault } from './authenticate.ts'
import type { Directory } from './directory.ts'

function gate() {
  const keys = new Map<string, KeyEntry>()
  const hashed: string[] = []
  const by = {
    directory: { keyByHash: (hash: string) => keys.get(hash) } as Directory,
    hashKey: (key: string) => `hash ${hashed.push(key) && key}`,
    now: () => 1000,
  }
  const add = () => {
    const key = newUserKey()
    keys.set(`hash ${key}`, { ...CALLER, hash: `hash ${key}` })
    return key
  }
  const come = (key: string, said: Said = {}) =>
    authenticate({ headers: { authorization: `Bearer ${key}` }, said, query: new URLSearchParams(), ip: '1.2.3.4' }, by)
  /** A request that shows its key anywhere. */
  const show = (headers: IncomingHttpHeaders, query = '') =>
    authenticate({ headers, said: {}, query: new URLSearchParams(query), ip: '1.2.3.4' }, by)
  return { keys, hashed, add, come, show, by }
}

test('who says the same again is known by the hash their key has, and a head of its own is looked at anew', () => {
  const { hashed, add, come } = gate()
  const [one, other] = [add(), add()]
  const said: Said = {}
  expect([come(one, said).hash, come(one, said).hash]).toEqual([`hash ${one}`, `hash ${one}`])
  expect(come(other).hash).toBe(`hash ${other}`)
  expect(hashed).toEqual([one, other])
})

test('whoever is known is still turned away once their key is stopped, gone, or bound to other addresses', () => {
  const { keys, add, come } = gate()
  const key = add()
  const said: Said = {}
  const entry = come(key, said)
  keys.set(entry.hash, { ...entry, status: 'disabled' })
  expect(() => come(key, said)).toThrow(expect.objectContaining({ code: 'key_disabled' }))
  keys.set(entry.hash, { ...entry, allowIps: [['10.0.0.0/8']] })
  expect(() => come(key, said)).toThrow(expect.objectContaining({ code: 'ip_not_allowed' }))
  keys.delete(entry.hash)
  expect(() => come(key, said)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  keys.set(entry.hash, entry)
  expect(come(key, said)).toBe(entry)
})

test('what has not the shape of a key is never hashed, however often it comes', () => {
  const { hashed, come } = gate()
  const said: Said = {}
  for (const key of ['sk-other', `${newUserKey().slice(0, -1)}!`])
    for (let n = 0; n < 2; n += 1)
      expect(() => come(key, said)).toThrow(expect.objectContaining({ code: 'key_invalid' }))
  expect(hashed).toEqual([])
})

const coded = (code: string) => expect.objectContaining({ code })

test('a key is found wherever clients put it, and as often as they repeat it', () => {
  const { add, show } = gate()
  const key = add()
  const hash = `hash ${key}`
  expect(show({ authorization: `bearer  ${key} ` }).hash).toBe(hash)
  for (const name of ['x-api-key', 'x-goog-api-key', 'api-key']) expect(show({ [name]: key }).hash).toBe(hash)
  for (const query of [`key=${key}`, `key=${key}&key=${key}`]) expect(show({}, query).hash).toBe(hash)
  const subprotocols = `realtime, openai-insecure-api-key.${key}, openai-beta.realtime-v1`
  expect(show({ 'sec-websocket-protocol': subprotocols }).hash).toBe(hash)
  expect(show({ authorization: `Bearer ${key}`, 'x-api-key': `${key}, ${key}` }).hash).toBe(hash)
  expect(show({ authorization: 'Basic Og==', 'api-key': ` ${key} ` }).hash).toBe(hash)
})

test('no key is one fault, and two of them are another, wherever they stand', () => {
  const { add, show } = gate()
  const [one, other] = [add(), add()]
  expect(() => show({})).toThrow(coded('key_missing'))
  expect(() => show({ authorization: 'Bearer ', 'api-key': '' })).toThrow(coded('key_missing'))
  const twice: [IncomingHttpHeaders, string?][] = [
    [{ authorization: `Bearer ${one}`, 'x-api-key': other }],
    [{ 'x-goog-api-key': one, 'sec-websocket-protocol': `openai-insecure-api-key.${other}` }],
    [{ 'api-key': `${one}, ${other}` }],
    [{ authorization: `Bearer ${one}, Bearer ${other}` }],
    [{}, `key=${one}&key=${other}`],
  ]
  for (const shown of twice) expect(() => show(...shown)).toThrow(coded('keys_conflict'))
})

test.each<[Partial<KeyEntry>, string | undefined]>([
  [{}, undefined],
  [{ status: 'revoked' }, 'key_invalid'],
  [{ status: 'disabled' }, 'key_disabled'],
  [{ userStatus: 'disabled' }, 'owner_disabled'],
  [{ expiresAt: 1001 }, undefined],
  [{ expiresAt: 1000 }, 'key_expired'],
])('against a key with %j stands %s', (over, code) => {
  const entry = { status: 'active', userStatus: 'active', expiresAt: null, ...over } as KeyEntry
  expect(keyFault(entry, 1000)?.code).toBe(code)
  expect(keyFault(undefined, 1000)?.code).toBe('key_invalid')
})

test('a key that is bound to addresses, by itself or by its account, is of no use from others, also to whoever has shown it before', () => {
  const { keys, add, come, by } = gate()
  const key = add()
  const entry = come(key)
  const bound = (...allowIps: string[][]) => keys.set(entry.hash, { ...entry, allowIps })
  bound(['1.2.3.0/24'])
  expect(come(key).hash).toBe(entry.hash)
  bound(['1.2.3.5'])
  expect(() => come(key)).toThrow(coded('ip_not_allowed'))
  expect(() => authenticateAgain(entry, { ip: '1.2.3.4' }, by)).toThrow(coded('ip_not_allowed'))
  expect(authenticateAgain(entry, { ip: '1.2.3.5' }, by).hash).toBe(entry.hash)
  bound(['1.2.3.0/24'], ['1.2.3.5'])
  expect(() => authenticateAgain(entry, { ip: '1.2.3.4' }, by)).toThrow(coded('ip_not_allowed'))
  expect(authenticateAgain(entry, { ip: '1.2.3.5' }, by).hash).toBe(entry.hash)
  keys.delete(entry.hash)
  expect(() => authenticateAgain(entry, { ip: '1.2.3.5' }, by)).toThrow(coded('key_invalid'))
})

test.each([
  [['192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.1'], '192.0.2.2', false],
  [['198.51.100.1', '192.0.2.0/30'], '192.0.2.3', true],
  [['192.0.2.0/30'], '192.0.2.4', false],
  [['192.0.2.1'], '::ffff:192.0.2.1', true],
  [['2001:db8::1'], '2001:db8:0:0::1', true],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
])('of %j is %s: %s', (blocks, ip, within) => {
  expect(isWithin(blocks, ip)).toBe(within)
})
