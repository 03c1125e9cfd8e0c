import { isRecord, type Json } from '../../core/json.ts'
import { field } from './proto-json.ts'

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
  const byId = new Map<string, Call>()
  const all = new Line()
  const byName = new Map<string, Line>()
  let count = 0
  return {
    add(given, name) {
      count += 1
      let id = given ?? `call_${count}`
      while (given === null && taken.has(id)) id += '_'
      const call = { id, name, answered: false }
      if (!byId.has(id)) byId.set(id, call)
      all.push(call)
      const named = byName.get(name) ?? new Line()
      byName.set(name, named)
      named.push(call)
      return id
    },
    answered(given, name) {
      const named = given === null ? undefined : byId.get(given)
      const call = named ?? (name === null ? all : byName.get(name))?.firstOpen()
      if (call) call.answered = true
      return call
    },
  }
}

/** Calls in their order, of which the first that has no result is found without going through those before it again. */
class Line {
  readonly #calls: Call[] = []
  #from = 0

  push(call: Call): void {
    this.#calls.push(call)
  }

  firstOpen(): Call | undefined {
    while (this.#calls[this.#from]?.answered) this.#from += 1
    return this.#calls[this.#from]
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
