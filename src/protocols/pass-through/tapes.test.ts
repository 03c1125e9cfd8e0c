import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openaiCompletions } from '../openai-chat/openai-completions.ts'
import { passThrough } from './pass-through.ts'

const ROOT = new URL('../../../test/tapes/', import.meta.url)

/** A request, the answer to it beside this file, and what must have been seen at its end. */
type Tape = { request: { path: string; contentType?: string; body: string }; seen: object }

for (const protocol of [...passThrough, openaiCompletions]) {
  const folder = new URL(`${protocol.id}/`, ROOT)
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  test.each(names)(`${protocol.id} tape %s is forwarded unchanged and read right, however it is cut`, (name) => {
    const { request, seen } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Tape
    const bytes = fileOf(folder, name)
    const expected = existsSync(new URL(`${name}.out.sse`, folder)) ? fileOf(folder, `${name}.out`) : bytes
    expect(protocol.serves(request.path)).toBe(true)
    for (const size of [1, 2, 3, 7, 64, 1000, bytes.length]) {
      const turn = protocol.read({ ...request, query: new URLSearchParams(), body: Buffer.from(request.body) })
      const tap = turn.tap()
      const out: Buffer[] = []
      for (let at = 0; at < bytes.length; at += size) out.push(tap.push(Buffer.from(bytes.subarray(at, at + size))))
      out.push(tap.flush())
      expect(Buffer.concat(out).equals(expected)).toBe(true)
      const { usageRaw: _raw, pieces: _pieces, text: _text, serviceTier: _tier, ...rest } = tap.seen
      expect(rest).toEqual(seen)
    }
  })
}

function fileOf(folder: URL, name: string): Buffer {
  const stream = new URL(`${name}.sse`, folder)
  return readFileSync(existsSync(stream) ? stream : new URL(`${name}.body`, folder))
}
