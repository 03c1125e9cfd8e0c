import { expect, test } from 'vitest'
import { everyPage, exportFile, inSlices, sendFile } from './file.ts'

async function* rowsOf(...rows: Record<string, unknown>[]) {
  yield* rows
}

const reading = (onFault: (cause: unknown) => void = () => {}) => ({
  close: () => {},
  signal: new AbortController().signal,
  onFault,
})

const textOf = (format: 'csv' | 'json', ...rows: Record<string, unknown>[]) =>
  sendFile(exportFile({ name: 'f', format, columns: ['a', 'b'], rows: rowsOf(...rows) }), reading()).bytes()

const decoded = async (bytes: Promise<Uint8Array>) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytes)

test('a table without rows is its heading, a list without rows an empty array', async () => {
  expect(await decoded(textOf('csv'))).toBe('\u{feff}a,b\r\n')
  expect(JSON.parse(await decoded(textOf('json')))).toEqual([])
})

test('cells are in the order of the columns, what is no plain value as JSON, formulas as text', async () => {
  const row = { b: { deep: 1 }, a: '=1+1', c: 'not asked for' }
  expect(await decoded(textOf('csv', row, { a: null, b: true }))).toBe(
    `\u{feff}a,b\r\n'=1+1,"{""deep"":1}"\r\n,true\r\n`,
  )
  expect(JSON.parse(await decoded(textOf('json', row, row)))).toEqual([row, row])
})

test('a file that cannot be finished is cut, not ended, and whoever keeps the log is told', async () => {
  const faults: unknown[] = []
  async function* broken() {
    yield 'a'
    throw new Error('lost')
  }
  const answer = sendFile(
    { name: 'f', type: 'text/plain', pieces: broken() },
    reading((cause) => faults.push(cause)),
  )
  await expect(answer.text()).rejects.toThrow('lost')
  expect(faults).toHaveLength(1)
})

test('a caller who leaves ends the reading', async () => {
  let ended = false
  async function* endless() {
    try {
      for (;;) yield 'x'
    } finally {
      ended = true
    }
  }
  const answer = sendFile({ name: 'f', type: 'text/plain', pieces: endless() }, reading())
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(ended).toBe(true)
})

test('pages are read one after the other until there is no next', async () => {
  const asked: (string | undefined)[] = []
  const read = async (cursor: string | undefined) => {
    asked.push(cursor)
    return { items: [asked.length], next: asked.length < 3 ? String(asked.length) : null }
  }
  expect(await Array.fromAsync(everyPage(read))).toEqual([1, 2, 3])
  expect(asked).toEqual([undefined, '1', '2'])
})

test('rows are read by slices in the order of their ids, whatever order they come in, and one that is gone is left out', async () => {
  const ids = Array.from({ length: 401 }, (_, n) => `k${n}`)
  const asked: number[] = []
  const read = async (slice: readonly string[], limit: number) => {
    asked.push(slice.length)
    expect(slice.length).toBeLessThanOrEqual(limit)
    return { items: slice.flatMap((id) => (id === 'k7' ? [] : [{ id }])).toReversed() }
  }
  const rows = await Array.fromAsync(inSlices(ids, read))
  expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => id !== 'k7'))
  expect(asked).toEqual([200, 200, 1])
})
