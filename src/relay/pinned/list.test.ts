import { expect, test } from 'vitest'
import type { Pin } from '../../core/pin.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts'
import { CALLER } from '../routing/test-targets.ts'
import { createLists } from './list.ts'

const TEST_NOW = 1_800_000_000_000

/** What a list says of so many files, of which every fifth is for batches, and which of them were asked for. */
async function listed(files: number, query: Record<string, string>, lists = createLists(() => TEST_NOW)) {
  const pins = Array.from({ length: files }, (_, n) => ({ id: `file-${n}` }) as Pin)
  const read: string[] = []
  const body = await lists('file', {
    exchange: { query: new URLSearchParams(query) },
    caller: CALLER,
    pins: {
      list: async ({ limit, after }) => {
        const start = pins.findIndex(({ id }) => id === after) + 1
        return pins.slice(start, start + limit)
      },
    },
    placeOf: () => 'https://a',
    read: async ({ id }) => {
      read.push(id)
      const purpose = id.endsWith('4') || id.endsWith('9') ? 'batch' : 'user_data'
      return id === 'file-19' ? null : Buffer.from(JSON.stringify({ id, purpose }))
    },
  })
  const { data, ...ends } = JSON.parse(body.toString()) as {
    data: { id: string }[]
    last_id: string | null
    has_more: boolean
  }
  return { ids: data.map(({ id }) => id), ends, read }
}

test('a page is as long as was asked for, though most of what lies there is for something else or cannot be read', async () => {
  const { ids, ends, read } = await listed(40, { purpose: 'batch', limit: '4' })
  expect(ids).toEqual(['file-4', 'file-9', 'file-14', 'file-24'])
  expect(ends).toEqual({ object: 'list', first_id: 'file-0', last_id: 'file-24', has_more: true })
  expect(read).toHaveLength(28)
  const rest = await listed(40, { purpose: 'batch', limit: '4', after: 'file-24' })
  expect(rest.ids).toEqual(['file-29', 'file-34', 'file-39'])
  expect(rest.ends).toMatchObject({ last_id: 'file-39', has_more: false })
})

test('a list for which nothing is found ends all the same, and tells where to go on', async () => {
  const { ids, ends, read } = await listed(500, { purpose: 'vision', limit: '20' })
  expect([ids, read.length]).toEqual([[], 100])
  expect(ends).toMatchObject({ last_id: 'file-99', has_more: true })
})

test('what a file is for is asked for once, however many lists it is not on', async () => {
  const lists = createLists(() => TEST_NOW)
  const seen = []
  for (let n = 0; n < 50; n += 1) {
    const { ids, ends, read } = await listed(115, { purpose: 'vision' }, lists)
    expect(ids).toEqual([])
    seen.push([read.length, ends.last_id, ends.has_more])
  }
  expect(seen.slice(0, 3)).toEqual([
    [100, 'file-99', true],
    // One of them nobody could tell of, and it is asked for again.
    [16, 'file-114', false],
    [1, 'file-114', false],
  ])
  expect((await listed(115, { purpose: 'batch', limit: '4' }, lists)).ids).toEqual(
    [4, 9, 14, 24].map((n) => `file-${n}`),
  )
})

test('lists of one user are made few at once, and none of them asks for more than eight things at once', async () => {
  const lists = createLists(() => TEST_NOW)
  const held = Promise.withResolvers<void>()
  let asked = 0
  const pins = Array.from({ length: 200 }, (_, n) => ({ id: `file-${n}` }) as Pin)
  const listing = (userId: string) => ({
    exchange: { query: new URLSearchParams() },
    caller: { ...CALLER, userId },
    pins: { list: async () => pins },
    placeOf: () => 'https://a',
    read: async () => {
      asked += 1
      await held.promise
      return Buffer.from('{}')
    },
  })
  const made = Array.from({ length: 10 }, () => lists('file', listing('u1')))
  const ends = Promise.allSettled(made)
  await expect.poll(() => asked).toBe(32)
  const other = lists('file', listing('u2'))
  await expect.poll(() => asked).toBe(40)
  held.resolve()
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'rate_limited' }) as unknown }
  expect((await ends).filter(({ status }) => status === 'rejected')).toEqual(Array.from({ length: 6 }, () => refused))
  await other
  await lists('file', listing('u1'))
})

test('where all is well, nothing is asked for that is not shown', async () => {
  const { ids, read } = await listed(19, { limit: '10' })
  expect([ids, read.length]).toEqual([read, 10])
})

test('nobody who keeps nothing has a first or a last', async () => {
  const { ends } = await listed(0, {})
  expect(ends).toEqual({ object: 'list', first_id: null, last_id: null, has_more: false })
})

test('Anthropic’s files are paged by a word of their own, and what is not made here is refused', async () => {
  const lists = createLists(() => TEST_NOW)
  const ask = (query: Record<string, string>) =>
    lists('anthropic-file', {
      exchange: { query: new URLSearchParams(query) },
      caller: CALLER,
      pins: {
        list: async ({ after }) =>
          after === 'a' ? [{ id: 'b' } as Pin] : Array.from({ length: 200 }, () => ({ id: 'a' }) as Pin),
      },
      placeOf: () => 'https://a',
      read: async ({ id }) => Buffer.from(JSON.stringify({ id })),
    })
  const page = async (query: Record<string, string>) => JSON.parse((await ask(query)).toString()) as object
  const first = { data: [{ id: 'a' }], first_id: 'a', last_id: 'a', has_more: true, next_page: 'a' }
  expect(await page({ limit: '1' })).toEqual(first)
  expect(await page({ page: 'a' })).toMatchObject({ data: [{ id: 'b' }], has_more: false, next_page: null })
  for (const query of [{ scope_id: 'x' }, { 'ids[]': 'a' }, { before_id: 'a' }])
    await expect(ask(query)).rejects.toMatchObject({ code: 'body_invalid' })
})

test('Google’s files are listed in Google’s words', async () => {
  const lists = createLists(() => TEST_NOW)
  const pins = ['a', 'b', 'c'].map((id) => ({ id }) as Pin)
  const page = async (query: Record<string, string>) => {
    const body = await lists('gemini-file', {
      exchange: { query: new URLSearchParams(query) },
      caller: CALLER,
      pins: {
        list: async ({ after, limit }) => {
          const start = pins.findIndex(({ id }) => id === after) + 1
          return pins.slice(start, start + limit)
        },
      },
      placeOf: () => 'https://a',
      read: async ({ id }) => Buffer.from(JSON.stringify({ name: `files/${id}` })),
    })
    return JSON.parse(body.toString()) as object
  }
  const [a, b, c] = pins.map(({ id }) => ({ name: `files/${id}` }))
  expect(await page({ pageSize: '2' })).toEqual({ files: [a, b], nextPageToken: 'b' })
  expect(await page({ pageToken: 'b' })).toEqual({ files: [c] })
})

test('what its upstream does not know any more is asked for once in an hour, and never taken for gone too soon', async () => {
  let [now, place] = [TEST_NOW, 'https://a']
  const lists = createLists(() => now)
  const pins = ['old', 'young', 'there', 'silent'].map(
    (id) => ({ id, createdAt: id === 'young' ? TEST_NOW : 0, endpointId: 'e', credentialId: 'c' }) as Pin,
  )
  const back = new Set<string>()
  const askedBy = async () => {
    const asked: string[] = []
    const body = await lists('file', {
      exchange: { query: new URLSearchParams() },
      caller: CALLER,
      pins: { list: async () => pins },
      placeOf: () => place,
      read: async ({ id }) => {
        asked.push(id)
        if (id === 'silent') return null
        return id === 'there' || back.has(id) ? Buffer.from(JSON.stringify({ id })) : 'gone'
      },
    })
    const { data } = JSON.parse(body.toString()) as { data: { id: string }[] }
    return [asked.join(' '), data.map(({ id }) => id).join(' ')]
  }
  expect(await askedBy()).toEqual(['old young there silent', 'there'])
  expect(await askedBy()).toEqual(['young there silent', 'there'])
  now += 20 * MINUTE_MS
  expect(await askedBy()).toEqual(['young there silent', 'there'])
  expect(await askedBy()).toEqual(['there silent', 'there'])
  place = 'https://b'
  expect(await askedBy()).toEqual(['old young there silent', 'there'])
  now += HOUR_MS
  back.add('old')
  expect(await askedBy()).toEqual(['old young there silent', 'old there'])
  expect(await askedBy()).toEqual(['old there silent', 'old there'])
})
