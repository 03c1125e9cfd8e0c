import { expect, test } from 'vitest'
import type { KeyEntry } from '../core/directory.ts'
import type { Said } from '../core/said.ts'
import { newUserKey } from '../vault/keys.ts'
import { authenticate } from './authenticate.ts'
import type { Directory } from './directory.ts'

function gate() {
  const keys = new Map<string, KeyEntry>()
  const hashed: string[] = []
  const by = {
    directory: { keyByHash: (hash: string) => keys.get(hash) } as Directory,
    hashKey: (key: string) => `hash ${hashed.push(key) && key}`,
    now: () => 0,
  }
  const add = () => {
    const key = newUserKey()
    keys.set(`hash ${key}`, {
      hash: `hash ${key}`,
      status: 'active',
      userStatus: 'active',
      expiresAt: null,
    } as KeyEntry)
    return key
  }
  const come = (key: string, said: Said = {}) =>
    authenticate({ headers: { authorization: `Bearer ${key}` }, said, query: new URLSearchParams(), ip: '1.2.3.4' }, by)
  return { keys, hashed, add, come }
}

test('who says the same again is known by the hash their key has, and a head of its own is looked at anew', () => {
  const { hashed, add, come } = gate()
  const [one, other] = [add(), add()]
  const said: Said = {}
  expect([come(one, said).hash, come(one, said).hash]).toEqual([`hash ${one}`, `hash ${one}`])
  expect(come(other).hash).toBe(`hash ${other}`)
  expect(hashed).toEqual([one, other])
})

test('whoever is known is still turned away once their key is stopped or gone', () => {
  const { keys, add, come } = gate()
  const key = add()
  const said: Said = {}
  const entry = come(key, said)
  keys.set(entry.hash, { ...entry, status: 'disabled' })
  expect(() => come(key, said)).toThrow(expect.objectContaining({ code: 'key_disabled' }))
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
