import type { Json } from '../../core/json.ts'
import { pushAll } from '../../core/lists.ts'
import type { Message, ToolResult } from '../translate/conversation.ts'
import { invalid } from '../translate/shape.ts'

type SystemMessage = Extract<Message, { role: 'system' }>

/** What is said in one turn, in Google's words. */
export type Said = { role: 'user' | 'model'; parts: Json[] }

/** The instructions that a conversation begins with, and what follows; of nothing but instructions all is said by the user: there must be something to answer. */
export function apart(messages: readonly Message[]): { system: SystemMessage[]; turns: readonly Message[] } {
  const leading = messages.findIndex(({ role }) => role !== 'system')
  if (leading <= 0) return { system: [], turns: messages }
  return { system: messages.slice(0, leading).filter((one) => one.role === 'system'), turns: messages.slice(leading) }
}

/**
 * Messages as turns: neighbours of one role are one, since the results of parallel calls must come together (wire.md §3.1), and
 * right after the calls (ai.google.dev, function calling), before what was said meanwhile.
 */
export function inTurns(
  messages: readonly Message[],
  partsOf: (message: Message) => Json[],
  isResult: (part: Json) => boolean,
): Said[] {
  const turns: Said[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = partsOf(message)
    const last = turns.at(-1)
    if (parts.length === 0) continue
    if (last?.role === role) pushAll(last.parts, parts)
    else turns.push({ role, parts })
  }
  return turns.map(({ role, parts }) => ({
    role,
    parts: [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))],
  }))
}

/** The names of the tools by the ids of the calls. */
export function callNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.filter((part) => part.type === 'call') : [],
  )
  return new Map(calls.map(({ id, name }) => [id, name]))
}

/** The name of the tool that gave a result, which Google wants with it; throws `body_invalid` where nobody has called it. */
export function nameOfCall({ callId, name }: ToolResult, names: ReadonlyMap<string, string>): string {
  const known = names.get(callId) ?? name
  if (known === null) throw invalid(`the result of \`${callId}\` answers no tool call before it`)
  return known
}
