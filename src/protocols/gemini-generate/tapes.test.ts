import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Tap } from '../protocol.ts'
import { geminiGenerate } from './gemini-generate.ts'

const ROOT = new URL('../../../test/tapes/gemini-generate/', import.meta.url)
const NAMES = readdirSync(ROOT).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
const FORMS = [
  ['sse', '?alt=sse'],
  ['array', ''],
] as const
const TAPES = NAMES.flatMap((name) => FORMS.map(([form, query]) => [name, form, query] as const))

const turnOf = (query: string) =>
  geminiGenerate.read({
    path: '/v1beta/models/m:streamGenerateContent',
    query: new URLSearchParams(query),
    body: Buffer.from('{}'),
  })
const tapeOf = (name: string, form: string) => readFileSync(new URL(`${name}.${form}`, ROOT))
const seenIn = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, ROOT), 'utf8'))

/** What a tap lets through and what it saw, fed in chunks of the sizes given, over and over. */
function play(tap: Tap, tape: Buffer, sizes: readonly number[]) {
  const out: Buffer[] = []
  for (let at = 0, i = 0; at < tape.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    // A chunk's memory is used again by the next one, as a socket's may be.
    const chunk = Buffer.from(tape.subarray(at, at + size))
    out.push(Buffer.from(tap.push(chunk)))
    chunk.fill(0)
    at += size
  }
  out.push(tap.flush())
  const { usageRaw: _raw, pieces: _pieces, text: _text, serviceTier: _tier, ...seen } = tap.seen
  return { bytes: Buffer.concat(out), seen }
}

test.each(TAPES)('the tape %s, written as %s, is forwarded unchanged and read right, however it is cut', (...tape) => {
  const [name, form, query] = tape
  const bytes = tapeOf(name, form)
  const expected = seenIn(name)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }), (sizes) => {
      const played = play(turnOf(query).tap(), bytes, sizes)
      expect(played.bytes.equals(bytes)).toBe(true)
      expect(played.seen).toEqual(expected)
    }),
    { numRuns: 60, examples: [[[1]], [[bytes.length]]] },
  )
})

test.each(TAPES)('what has come through of %s, written as %s, is well-formed at every byte', (name, form, query) => {
  const tape = tapeOf(name, form)
  const tap = turnOf(query).tap()
  let through = ''
  for (let at = 0; at < tape.length; at += 1) {
    through += tap.push(Buffer.from(tape.subarray(at, at + 1))).toString('latin1')
    if (form === 'sse') expect(/^$|(\n\n|\r\n\r\n?)$/.test(through)).toBe(true)
    // An element of ours could follow: the array is whole but for its bracket.
    else if (through !== '' && !through.endsWith(']')) expect(() => JSON.parse(`${through},{}]`)).not.toThrow()
  }
})
