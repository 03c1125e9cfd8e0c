import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Capture } from '../core/captures.ts'
import { createEnvelope } from '../vault/envelope.ts'
import { openCaptures } from './captures.ts'
import { sqliteEngine } from './sqlite.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-captures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const faults: unknown[] = []
function open({ maxBytes = 1024 * 1024 } = {}) {
  const envelope = createEnvelope(Buffer.alloc(32, 7), 'k1')
  const path = join(folder, 'captures.db')
  return openCaptures({ path, envelope, maxBytes: () => maxBytes, onFault: (error) => faults.push(error) })
}

const said = (text: string, at = 1): Capture => ({
  at,
  path: '/v1/messages',
  bodies: 'kept',
  request: { text, bytes: text.length, cut: false, redacted: false, headers: { 'user-agent': 'tool/1' } },
  answer: { text: `re: ${text}`, bytes: text.length + 4, cut: false, redacted: false, headers: {} },
  upstream: [{ attempt: 1, id: 'up-1' }],
})

test('what was said is found by its request, also after the file was opened anew, and is not in it in clear', async () => {
  {
    await using captures = open()
    captures.put('r1', () => said('unmistakable-prompt'))
    captures.put('r1', () => said('said again'))
  }
  await using captures = open()
  expect(await captures.get('r1')).toEqual(said('unmistakable-prompt'))
  expect(await captures.get('r2')).toBeNull()
  for (const name of await readdir(folder))
    expect((await readFile(join(folder, name))).includes('unmistakable-prompt'), name).toBe(false)
})

test('a row of before headers were kept still opens, and does not count as whole', async () => {
  {
    await using captures = open()
    const body = { text: 'old', bytes: 3, cut: false }
    captures.put('r1', () => ({ at: 1, request: body, answer: body }) as Capture)
  }
  await using captures = open()
  const old = { text: 'old', bytes: 3, cut: false, redacted: true, headers: {} }
  expect(await captures.get('r1')).toEqual({
    at: 1,
    path: null,
    bodies: 'kept',
    request: old,
    answer: old,
    upstream: [],
  })
})

test('there is no file where nothing was captured', async () => {
  await using captures = open()
  expect([await captures.get('r1'), await captures.purge(5)]).toEqual([null, 0])
  expect(await readdir(folder)).toEqual([])
})

test('the oldest go when there is no more room, and those that are too old', async () => {
  await using captures = open({ maxBytes: 100_000 })
  for (let n = 0; n < 40; n += 1) {
    captures.put(`r${n}`, () => said('x'.repeat(3000), n))
    await captures.settled()
  }
  expect(await captures.get('r0')).toBeNull()
  expect(await captures.get('r39')).not.toBeNull()
  expect(await captures.purge(39)).toBeGreaterThanOrEqual(0)
  expect(await captures.get('r38')).toBeNull()
  expect(await captures.get('r39')).not.toBeNull()
  expect(faults).toEqual([])
})

test('what comes faster than it can be written is let go, and not made', async () => {
  await using captures = open()
  let made = 0
  const counted = (n: number) => () => {
    made += 1
    return said('x', n)
  }
  for (let n = 0; n < 100; n += 1) captures.put(`r${n}`, counted(n))
  expect(made).toBe(0)
  await captures.settled()
  expect([await captures.get('r63'), await captures.get('r64')]).toEqual([said('x', 63), null])
  expect(made).toBe(64)
})

test('a file that cannot be opened is tried again by whoever comes next', async () => {
  const path = join(folder, 'captures.db')
  await mkdir(path)
  await using captures = open()
  captures.put('r1', () => said('lost'))
  await captures.settled()
  expect(faults.splice(0)).toHaveLength(1)
  await expect(captures.purge(5)).rejects.toThrow()
  await rm(path, { recursive: true })
  captures.put('r2', () => said('kept'))
  await captures.settled()
  expect(await captures.get('r2')).toEqual(said('kept'))
  expect(faults).toEqual([])
})

test('what cannot be made is a fault, and the next is kept', async () => {
  await using captures = open()
  captures.put('r1', () => {
    throw new Error('not made')
  })
  captures.put('r2', () => said('x'))
  await captures.settled()
  expect(faults.splice(0)).toHaveLength(1)
  expect(await captures.get('r2')).toEqual(said('x'))
})

test('what captures take is told of those with bodies and of those without', async () => {
  await using captures = open()
  expect(await captures.sizes()).toEqual({ bytes: 0, withBodies: null, headersOnly: null })
  captures.put('r1', () => said('x'.repeat(3000)))
  captures.put('r2', () => ({ ...said(''), bodies: 'level' }))
  await captures.settled()
  const { bytes, withBodies, headersOnly } = await captures.sizes()
  expect(withBodies).toBeGreaterThan(6000)
  expect(headersOnly).toBeLessThan(1000)
  expect(bytes).toBe((withBodies ?? 0) + (headersOnly ?? 0))
})

test('a file of before captures had no bodies at times goes on', async () => {
  const path = join(folder, 'captures.db')
  const before = new Kysely<unknown>({ dialect: sqliteEngine(path).dialect })
  await sql`create table capture (request_id text primary key, at bigint not null, body text not null, size bigint not null)`.execute(
    before,
  )
  await sql`insert into capture values ('old', 1, 'x', 5000)`.execute(before)
  await before.destroy()
  await using captures = open()
  captures.put('r1', () => ({ ...said(''), bodies: 'succeeded' }))
  await captures.settled()
  expect(await captures.sizes()).toMatchObject({ withBodies: 5000, headersOnly: expect.any(Number) })
  expect(faults).toEqual([])
})
