import { GatewayError } from '../core/errors.ts'
import { bodyTooLarge } from '../core/body-size.ts'
import { ownCopy } from '../core/bytes.ts'
import { asRecord, type Json, parseExactly, recordsOf, textOr, topLevelSpans, valueAt } from '../core/json.ts'
import { findMark, type Mark, markOf } from '../core/marks.ts'
import type { ProtocolId } from '../core/protocol.ts'
import { askedIn } from '../protocols/body-json.ts'
import type { Tap } from '../protocols/protocol.ts'
import type { Room } from './body-room.ts'
import { createResponseChain, type ItemList, listOfItems, withInput } from './response-chain.ts'

/**
 * Answers that were made by translation, kept for a while: clients of some protocols leave `store` on and refer back to a whole
 * answer, or to one item of it, and the upstream that made it knows neither (wire.md §3.4).
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
  learning(tap: Tap, request: { protocol: ProtocolId; recalled: Recalled; userId: string }): Tap
}

/** The protocol of a request, whose it is, and the room that its body has; null: nobody looks after that. */
type Recalling = { protocol: ProtocolId; userId: string; room?: Room | null | undefined }

/** A request as it is with what it refers back to, and the items of its input where it does. */
type Recalled = { body: Uint8Array; input: readonly ItemList[] | null }

/** How clients of a protocol go on from what they were answered. */
type GoingOn = {
  /** What begins a string of a request that may refer back. */
  marks: readonly Mark[]
  /** What names the answer that a request goes on from. */
  by: string
  /** Where an answer has what it consists of. */
  made: string
  /** The type of an item that stands for another; null: there is none. */
  reference: string | null
  /** What a request puts in, item by item. */
  items(input: unknown): unknown[]
  /** Items of an answer that can be sent back. */
  replayable(items: readonly unknown[]): unknown[]
}

const GOING_ON: Partial<Record<ProtocolId, GoingOn>> = {
  'openai-responses': {
    marks: [markOf('"item_reference"', '_refere'), markOf('"previous_response_id"', '_respon')],
    by: 'previous_response_id',
    made: 'output',
    reference: 'item_reference',
    items: inputItems,
    replayable,
  },
  'gemini-interactions': {
    marks: [markOf('"previous_interaction_id"', '_intera')],
    by: 'previous_interaction_id',
    made: 'steps',
    reference: null,
    items: inputSteps,
    replayable: (steps) => [...steps],
  },
}

/** Whether clients of a protocol refer back to what they were answered. */
export function refersBack(protocol: ProtocolId): boolean {
  return GOING_ON[protocol] !== undefined
}

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
  function inputOf(asked: Json, { going, ownBytes, userId, room }: Putting) {
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
    const previous = asked[going.by] ?? null
    if (previous !== null) put(previous)
    for (const item of going.items(asked.input)) {
      const { type, id } = asRecord(item)
      if (going.reference !== null && type === going.reference) put(id)
      else own.push(item)
    }
    putOwn()
    if (room && !room.growTo(bytes)) throw new GatewayError('uploads_full')
    return lists
  }

  return {
    knows: (id, userId) => chain.has(`${userId} ${id}`),
    recalled(body, { protocol, userId, room }) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      const going = GOING_ON[protocol]
      if (!going || going.marks.every((mark) => findMark(bytes, mark) < 0)) return { body, input: null }
      const asked = askedIn(bytes)
      const lists = inputOf(asked, { going, ownBytes: bytes.length, userId, room })
      const { [going.by]: _previous, input: _own, ...others } = asked
      return { body: withInput(others, lists).body, input: lists }
    },
    learning(tap, { protocol, recalled: { body, input }, userId }) {
      const going = GOING_ON[protocol]
      const spans = topLevelSpans(body, LEARNED)
      const [stored, span] = ['store', 'input'].map((key) => spans?.get(key)?.at(-1))
      if (!going || (stored && valueAt(body, stored) === false)) return tap
      // As bytes of its own: a live stream outlasts its request by minutes, and a parsed one can take twenty times as much.
      const told = input === null ? ownCopy(span ? body.subarray(span.start, span.end) : NOTHING) : null
      const asked = () => input ?? [listOfItems(going.items(parseExactly((told ?? NOTHING).toString('utf8'))))]
      let learned = false
      const learn = (bytes: Buffer) => {
        const answer = learned ? undefined : tap.answer?.()
        if (!answer) return bytes
        learned = true
        const items = recordsOf(answer[going.made])
        if (going.reference !== null)
          for (const item of items) chain.remember(`${userId} ${String(item.id)}`, [listOfItems([item])])
        chain.remember(`${userId} ${String(answer.id)}`, [...asked(), listOfItems(going.replayable(items))])
        return bytes
      }
      return { ...tap, push: (chunk) => learn(tap.push(chunk)), flush: () => learn(tap.flush()) }
    },
  }
}

type Putting = { going: GoingOn; ownBytes: number } & Pick<Recalling, 'userId' | 'room'>

/** What a request of Responses puts in, as items. */
export function inputItems(input: unknown): unknown[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  return Array.isArray(input) ? input : []
}

/** What a request for an interaction puts in: steps, and contents among them that have none around them. */
function inputSteps(input: unknown): unknown[] {
  if (typeof input === 'string') return [{ type: 'text', text: input }]
  return Array.isArray(input) ? input : input === undefined || input === null ? [] : [input]
}

/** A thought is only of use to who can read it again; without its encrypted form a vendor refuses it. */
export function replayable(items: readonly unknown[]): unknown[] {
  return items.filter((item) => asRecord(item).type !== 'reasoning' || asRecord(item).encrypted_content)
}
