import { GatewayError } from '../core/errors.ts'
import { ownCopy } from '../core/bytes.ts'
import { parseAsked } from '../core/asked-json.ts'
import { asRecord, type Json, parseExactly, textOr, topLevelSpans, valueAt } from '../core/json.ts'
import { findMark, markOf } from '../core/marks.ts'
import type { Tap } from '../protocols/protocol.ts'
import { dataTextsIn } from '../protocols/sse.ts'
import { createResponseChain } from './response-chain.ts'

/**
 * Answers of Responses that were made by translation, kept for a while: clients that leave `store` on refer back to a whole
 * answer or to one item of it, and the upstream that made it knows neither (wire.md §3.4).
 */
export type ResponseMemory = {
  /** The body with what it refers back to put in; throws `previous_response_not_found`. */
  recalled(body: Uint8Array, userId: string): Uint8Array
  /** Whether an answer by this id was made here for the user. */
  knows(id: string, userId: string): boolean
  /** The tap of an answer, whose items are remembered unless the request says not to. */
  learning(tap: Tap, request: { body: Uint8Array; userId: string; stream: boolean }): Tap
}

/** How a request refers back. */
const REFERENCES = [markOf('"item_reference"', '_refere'), markOf('"previous_response_id"', '_respon')]

/** What of a request is needed to remember its answer. */
const LEARNED: ReadonlySet<string> = new Set(['store', 'input'])
const NOTHING = Buffer.alloc(0)

const KEPT = { most: 20_000, mostBytes: 64 * 1024 * 1024 }

/** The answer that a request goes on from is not known here. */
export const NOT_FOUND = new GatewayError('previous_response_not_found')

/** Remembers up to 64 MiB of answers, each for its own user alone. */
export function createResponseMemory(): ResponseMemory {
  const chain = createResponseChain(KEPT)
  const known = (userId: string, id: unknown): readonly unknown[] => {
    const items = chain.itemsOf(`${userId} ${textOr(id, '')}`)
    if (!items) throw NOT_FOUND
    return items
  }
  return {
    knows: (id, userId) => chain.has(`${userId} ${id}`),
    recalled(body, userId) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      if (REFERENCES.every((mark) => findMark(bytes, mark) < 0)) return body
      const { previous_response_id: previous, ...asked } = asRecord(parseAsked(bytes.toString('utf8')))
      const before = previous === undefined || previous === null ? [] : known(userId, previous)
      const items = inputItems(asked.input).flatMap((item) => {
        const { type, id } = asRecord(item)
        return type === 'item_reference' ? known(userId, id) : [item]
      })
      return Buffer.from(JSON.stringify({ ...asked, input: [...before, ...items] }))
    },
    learning(tap, { body, userId, stream }) {
      const spans = topLevelSpans(body, LEARNED)
      const [stored, input] = ['store', 'input'].map((key) => spans?.get(key)?.at(-1))
      if (stored && valueAt(body, stored) === false) return tap
      // As bytes of its own: a live stream outlasts its request by minutes, and a parsed one can take twenty times as much.
      const asked = ownCopy(input ? body.subarray(input.start, input.end) : NOTHING)
      const learn = (bytes: Buffer) => {
        const response = bytes.length > 0 ? responseIn(bytes, stream) : null
        if (!response) return bytes
        const output = Array.isArray(response.output) ? response.output.map(asRecord) : []
        for (const item of output) chain.remember(`${userId} ${String(item.id)}`, [item])
        chain.remember(`${userId} ${String(response.id)}`, [
          ...inputItems(parseExactly(asked.toString('utf8'))),
          ...replayable(output),
        ])
        return bytes
      }
      return { ...tap, push: (chunk) => learn(tap.push(chunk)), flush: () => learn(tap.flush()) }
    },
  }
}

const TERMINAL = /"type":\s?"response\.(completed|incomplete)"/

/** The whole answer, when these bytes of it hold it. */
function responseIn(bytes: Buffer, stream: boolean): Json | null {
  if (!stream) return asRecord(parseExactly(bytes.toString('utf8')))
  for (const text of dataTextsIn(bytes)) if (TERMINAL.test(text)) return asRecord(asRecord(parseExactly(text)).response)
  return null
}

/** What a request puts in, as items. */
export function inputItems(input: unknown): unknown[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? input : []
}

/** A thought is only of use to who can read it again; without its encrypted form a vendor refuses it. */
export function replayable(items: readonly unknown[]): unknown[] {
  return items.filter((item) => asRecord(item).type !== 'reasoning' || asRecord(item).encrypted_content)
}
