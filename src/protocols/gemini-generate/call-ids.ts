import { field, isRecord, type Json } from './proto-json.ts'

type Call = { id: string; name: string; answered: boolean }

/** The calls of a conversation, by which results find theirs; older clients send no ids, so that names and order must do. */
export type Calls = {
  /** The id of a call: its own, or one that stays the same as the conversation grows. */
  add(given: string | null, name: string): string
  /** The call that a result answers; undefined when there is none. */
  answered(given: string | null, name: string | null): Call | undefined
}

/** Follows the calls of these contents in their order. */
export function followCalls(contents: readonly unknown[]): Calls {
  const taken = givenIds(contents)
  const calls: Call[] = []
  return {
    add(given, name) {
      let id = given ?? `call_${calls.length + 1}`
      while (given === null && taken.has(id)) id += '_'
      calls.push({ id, name, answered: false })
      return id
    },
    answered(given, name) {
      const call =
        calls.find(({ id }) => id === given) ??
        calls.find((one) => !one.answered && (name === null || one.name === name))
      if (call) call.answered = true
      return call
    },
  }
}

function givenIds(contents: readonly unknown[]): ReadonlySet<unknown> {
  const parts = contents.flatMap((content) => (isRecord(content) ? field(content, 'parts') : []))
  return new Set(parts.map((part) => (isRecord(part) ? idOf(part) : null)))
}

function idOf(part: Json): unknown {
  const call = field(part, 'functionCall')
  return isRecord(call) ? field(call, 'id') : null
}
