import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Piece } from '../translate/piece.ts'
import { signatureIn } from './thoughts.ts'

/** A call that is being told; `index` is null until its name is known and its block can be opened. */
type Call = {
  id: string | null
  index: number | null
  custom: boolean
  /** Input that came before the name. */
  early: string
  empty: boolean
  signature: Signature | null
}

/** The calls of an answer, and where the vendor counts each of them. */
export type Calls = { list: Call[]; at: Map<number, Call> }

type State = { out: Piece[]; blocks: number; calls: Calls }

/** Reads the calls in a delta, which may be of several at once; blocks stay open, since their parts may come in turns. */
export function readCalls(state: State, told: readonly unknown[]): void {
  for (const each of told) {
    const delta = asRecord(each)
    const { name, arguments: args, input } = asRecord(delta.custom ?? delta.function)
    const call = callOf(state.calls, delta, textOr(name, ''))
    if (!call) continue
    call.id ??= textOr(delta.id, '') || null
    call.signature ??= signatureIn(asRecord(asRecord(delta.extra_content).google).thought_signature, 'gemini-generate')
    if (call.index === null && textOr(name, '') !== '') open(state, call, textOr(name, ''))
    write(state, call, inputOf(args ?? input))
  }
}

/**
 * The call a delta belongs to: by its place, where a vendor counts; Google's layer does not and tells each call whole, and some
 * count every call as the first.
 */
function callOf({ list, at }: Calls, { index, id, custom }: Json, name: string): Call | undefined {
  const place = typeof index === 'number' ? index : null
  const known = place === null ? list.at(-1) : at.get(place)
  const other = typeof id === 'string' && id !== '' && known?.id !== id
  const isNew = !known || (name !== '' && (place === null || (known.id !== null && other)))
  if (!isNew) return known
  if (place === null && name === '') return undefined
  const call: Call = {
    id: null,
    index: null,
    custom: custom !== undefined,
    early: '',
    empty: true,
    signature: null,
  }
  list.push(call)
  if (place !== null) at.set(place, call)
  return call
}

function open(state: State, call: Call, name: string): void {
  call.index = state.blocks++
  const { id, custom, early } = call
  const form = custom ? 'custom' : 'function'
  state.out.push({ type: 'open', index: call.index, block: { kind: 'call', id, name, namespace: null, form } })
  call.early = ''
  write(state, call, early)
}

function write({ out }: State, call: Call, text: string): void {
  if (text === '') return
  if (call.index === null) {
    call.early += text
    return
  }
  call.empty = false
  out.push({ type: 'delta', index: call.index, text })
}

/** Arguments are JSON text; a few servers tell the object itself. */
function inputOf(told: unknown): string {
  if (typeof told === 'string') return told
  return typeof told === 'object' && told !== null ? JSON.stringify(told) : ''
}

/** Closes every call; one that was told no input takes none, which in JSON is an empty object. */
export function closeCalls({ out, calls }: State): void {
  for (const { index, custom, empty, signature } of calls.list) {
    if (index === null) continue
    if (empty && !custom) out.push({ type: 'delta', index, text: '{}' })
    out.push({ type: 'close', index, signature })
  }
  calls.at.clear()
  for (const call of calls.list) call.index = null
}
