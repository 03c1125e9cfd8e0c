import { GatewayError } from '../core/errors.ts'
import { bodyTooLarge } from '../core/body-size.ts'
import { ownCopy } from '../core/bytes.ts'
import { asRecord, type Json, parseExactly, textOr, topLevelSpans, valueAt } from '../core/json.ts'
import { findMark, markOf } from '../core/marks.ts'
import { askedIn } from '../protocols/body-json.ts'
import type { Tap } from '../protocols/protocol.ts'
import { dataTextsIn } from '../protocols/sse.ts'
import type { Room } from './body-room.ts'
import { createResponseChain, type ItemList, listOfItems, withInput } from './response-chain.ts'

/**
 * Answers of Responses that were made by translation, kept for a while: clients that leave `store` on refer back to a whole
 * answer or to one item of it, and the upstream that made it knows neither (wire.md §3.4).
 */
export type ResponseMemory = {
  /**
   * A request with what it refers back to put in, for which the room of its body grows; throws `previous_response_not_found`, and
   * `body_too_large` or `uploads_full` where that is too much: a few bytes may refer to megabytes, and many times to the same.
   */
  recalled(body: Uint8Array, by: Recalling): Recalled
  /** Whether an answer by this id was made here for the user. */
  knows(id: string, userId: string): boolean
  /** The tap of an answer, whose items are remembered unless the request says not to. */
  learning(tap: Tap, request: { recalled: Recalled; userId: string; stream: boolean }): Tap
}

/** Whose request it is, and the room that its body has; null: nobody looks after that. */
export type Recalling = { userId: string; room?: Room | null | undefined }

/** A request as it is with what it refers back to, and the items of its input where it does. */
export type Recalled = { body: Uint8Array; input: readonly ItemList[] | null }

/** How a request refers back. */
const REFERENCES = [markOf('"item_reference"', '_refere'), markOf('"previous_response_id"', '_respon')]

/** What of a request is needed to remember its answer. */
const LEARNED: ReadonlySet<string> = new Set(['store', 'input'])
const NOTHING = Buffer.alloc(0)

const KEPT = { most: 20_000, mostBytes: 64 * 1024 * 1024 }

/** The answer that a request goes on from is not known here. */
export const NOT_FOUND = new GatewayError('previous_response_not_found')

/** Remembers up to 64 MiB of answers, each for its own user alone; a request with what it refers to may have so many bytes. */
export function createResponseMemory(mostBytes: () => number = () => KEPT.mostBytes): ResponseMemory {
  const chain = createResponseChain(KEPT)

  /** The items of a request's input, with those that it refers to in their place. */
  function inputOf({ previous_response_id: previous, input }: Json, ownBytes: number, { userId, room }: Recalling) {
    const lists: ItemList[] = []
    let bytes = ownBytes
    let own: unknown[] = []
    const putOwn = () => {
      if (own.length > 0) lists.push(listOfItems(own))
      own = []
    }
    const put = (id: unknown) => {
      const list = chain.listOf(`${userId} ${textOr(id, '')}`)
      if (!list) throw NOT_FOUND
      bytes += list.length
      if (bytes > mostBytes()) throw bodyTooLarge(mostBytes())
      putOwn()
      lists.push(list)
    }
    if (previous !== undefined && previous !== null) put(previous)
    for (const item of inputItems(input)) {
      const { type, id } = asRecord(item)
      if (type === 'item_reference') put(id)
      else own.push(item)
    }
    putOwn()
    if (room && !room.growTo(bytes)) throw new GatewayError('uploads_full')
    return lists
  }

  return {
    knows: (id, userId) => chain.has(`${userId} ${id}`),
    recalled(body, by) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      if (REFERENCES.every((mark) => findMark(bytes, mark) < 0)) return { body, input: null }
      const { previous_response_id, input, ...asked } = askedIn(bytes)
      const lists = inputOf({ previous_response_id, input }, bytes.length, by)
      return { body: withInput(asked, lists).body, input: lists }
    },
    learning(tap, { recalled: { body, input }, userId, stream }) {
      const spans = topLevelSpans(body, LEARNED)
      const [stored, span] = ['store', 'input'].map((key) => spans?.get(key)?.at(-1))
      if (stored && valueAt(body, stored) === false) return tap
      // As bytes of its own: a live stream outlasts its request by minutes, and a parsed one can take twenty times as much.
      const told = input === null ? ownCopy(span ? body.subarray(span.start, span.end) : NOTHING) : null
      const asked = () => input ?? [listOfItems(inputItems(parseExactly((told ?? NOTHING).toString('utf8'))))]
      const learn = (bytes: Buffer) => {
        const response = bytes.length > 0 ? responseIn(bytes, stream) : null
        if (!response) return bytes
        const output = Array.isArray(response.output) ? response.output.map(asRecord) : []
        for (const item of output) chain.remember(`${userId} ${String(item.id)}`, [listOfItems([item])])
        chain.remember(`${userId} ${String(response.id)}`, [...asked(), listOfItems(replayable(output))])
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
