import { describe, expect, test } from 'vitest'
import type { Pin } from '../core/pin.ts'
import { DAY_MS } from '../core/time.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const aPin = (fields: Partial<Pin> = {}): Pin => ({
  id: 'file-1',
  kind: 'file',
  userId: 'u1',
  keyId: 'k1',
  providerId: 'p1',
  endpointId: 'e1',
  credentialId: 'c1',
  model: null,
  size: 12,
  expected: null,
  multiplierMicros: null,
  createdAt: TEST_NOW,
  billedAt: null,
  ...fields,
})

describe.each(engines)('what upstreams keep, on %s', (_, open) => {
  test('is found by its own user and kind alone, as it was put in', async () => {
    await using store = await open()
    await store.pins.add(aPin())
    expect(await store.pins.find('file', 'file-1', 'u1')).toEqual(aPin())
    expect(await store.pins.find('file', 'file-1', 'u2')).toBeUndefined()
    expect(await store.pins.find('batch', 'file-1', 'u1')).toBeUndefined()
  })

  test('keeps what its requests are expected to use, and to cost beyond what a float can hold', async () => {
    await using store = await open()
    const file = aPin({ expected: { input: 3_000_000_000, output: 7, costNanos: null } })
    const batch = aPin({
      id: 'b',
      kind: 'batch',
      expected: { input: 5, output: 0, costNanos: 999_999_999_999_999_999n },
      multiplierMicros: 1_500_000n,
    })
    await store.pins.add(file)
    await store.pins.add(batch)
    expect(await store.pins.find('file', 'file-1', 'u1')).toEqual(file)
    expect(await store.pins.unbilled()).toEqual([batch])
  })

  test('stays with whom it was given first, and two upstreams may give the same name', async () => {
    await using store = await open()
    await store.pins.add(aPin())
    await store.pins.add(aPin({ userId: 'u2' }))
    expect(await store.pins.find('file', 'file-1', 'u2')).toBeUndefined()
    const other = aPin({ userId: 'u2', providerId: 'p2' })
    await store.pins.add(other)
    expect(await store.pins.find('file', 'file-1', 'u2')).toEqual(other)
  })

  test('is listed newest first, page by page, without anybody else’s', async () => {
    await using store = await open()
    for (const [n, id] of ['a', 'b', 'c', 'd'].entries())
      await store.pins.add(aPin({ id, createdAt: TEST_NOW + (n >> 1) }))
    await store.pins.add(aPin({ id: 'other', userId: 'u2' }))
    const page = async (after?: string) =>
      (await store.pins.list({ kind: 'file', userId: 'u1', limit: 3, after })).map(({ id }) => id)
    expect(await page()).toEqual(['d', 'c', 'b'])
    expect(await page('b')).toEqual(['a'])
    expect(await page('other')).toEqual([])
    const b = await store.pins.find('file', 'b', 'u1')
    if (b) await store.pins.remove(b)
    expect(await page('b'), 'after one that was deleted since it was listed').toEqual(['a'])
  })

  test('is charged once and removed alone', async () => {
    await using store = await open()
    const batch = aPin({ id: 'b', kind: 'batch' })
    await store.pins.add(batch)
    await store.pins.add(aPin())
    await store.pins.billed(batch, TEST_NOW + 5)
    expect(await store.pins.find('batch', 'b', 'u1')).toEqual({ ...batch, billedAt: TEST_NOW + 5 })
    await store.pins.remove(batch)
    expect(await store.pins.find('batch', 'b', 'u1')).toBeUndefined()
    expect(await store.pins.find('file', 'file-1', 'u1')).toEqual(aPin())
  })

  test('batches that never end hide none of those made after them', async () => {
    await using store = await open()
    const many = Array.from({ length: 1001 }, (_, n) =>
      aPin({ id: `b${n}`, kind: 'batch', createdAt: TEST_NOW + (n >> 1) }),
    )
    await Promise.all(many.map((pin) => store.pins.add(pin)))
    await store.pins.add(aPin({ id: 'b1000', kind: 'message-batch', createdAt: TEST_NOW + 500 }))
    const page = await store.pins.unbilled()
    const rest = await store.pins.unbilled(page.at(-1))
    expect([page.length, rest.map(({ kind, id }) => `${kind} ${id}`)]).toEqual([
      1000,
      ['batch b1000', 'message-batch b1000'],
    ])
    expect(await store.pins.unbilled(rest.at(-1))).toEqual([])
    expect(new Set([...page, ...rest].map(({ kind, id }) => `${kind} ${id}`)).size).toBe(1002)
  })

  test('is paid for at the factor of its owner’s group, whatever became of the key', async () => {
    await using store = await open()
    await addUser(store)
    expect(await store.pins.termsOf('u1')).toEqual({ groupId: null, multiplierMicros: 1_000_000n })
    const team = { id: 'g1', name: 'Team', multiplierMicros: 1_500_000n, allowModels: null, note: '' }
    await store.groups.create({ ...team, isDefault: false, limits: [] })
    await store.userAdmin.change('u1', { groupId: 'g1' })
    expect(await store.pins.termsOf('u1')).toEqual({ groupId: 'g1', multiplierMicros: 1_500_000n })
    expect(await store.pins.termsOf('nobody')).toBeUndefined()
  })

  test('what its upstream has forgotten is nobody’s, though nobody has tidied up yet', async () => {
    await using store = await open()
    await store.pins.add(aPin({ id: 'old', kind: 'gemini-file', createdAt: TEST_NOW - 2 * DAY_MS - 1 }))
    await store.pins.add(aPin({ id: 'new', kind: 'gemini-file', createdAt: TEST_NOW - 2 * DAY_MS }))
    expect(await store.pins.find('gemini-file', 'old', 'u1')).toBeUndefined()
    const query = { kind: 'gemini-file', userId: 'u1', limit: 9 } as const
    expect((await store.pins.list(query)).map(({ id }) => id)).toEqual(['new'])
    await store.pins.purge()
    await store.pins.add(aPin({ id: 'old', kind: 'gemini-file', userId: 'u2' }))
    expect(await store.pins.find('gemini-file', 'old', 'u2')).toBeDefined()
  })

  test('responses are forgotten when their upstream has, files are not', async () => {
    await using store = await open()
    await store.pins.add(aPin({ id: 'old', kind: 'response', createdAt: TEST_NOW - 31 * DAY_MS }))
    await store.pins.add(aPin({ id: 'new', kind: 'response' }))
    await store.pins.add(aPin({ createdAt: TEST_NOW - 31 * DAY_MS }))
    await store.pins.purge()
    expect(await store.pins.find('response', 'old', 'u1')).toBeUndefined()
    expect(await store.pins.find('response', 'new', 'u1')).toBeDefined()
    expect(await store.pins.find('file', 'file-1', 'u1')).toBeDefined()
  })
})
