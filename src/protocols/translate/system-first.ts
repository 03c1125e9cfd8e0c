import { pushAll } from '../../core/lists.ts'
import type { Message, TextPart } from './conversation.ts'
import type { Quirks } from './quirks.ts'

/**
 * Messages as a server takes them whose models know one system message, which is the first: what comes before anything else is one
 * message, and what is said later is a reminder of the user's, as Claude Code has it (wire.md §2.1). Elsewhere they stay as they are.
 */
export function withSystemFirst(messages: readonly Message[], { firstSystem }: Quirks): readonly Message[] {
  if (!firstSystem) return messages
  const out: Message[] = []
  for (const message of messages) {
    const last = out.at(-1)
    if (message.role !== 'system') out.push(message.role === 'user' ? copyOf(message) : message)
    else if (!last) out.push(copyOf(message))
    else if (last.role === 'system') pushAll(last.parts, message.parts)
    else if (last.role === 'user') pushAll(last.parts, message.parts.map(reminder))
    else out.push({ role: 'user', parts: message.parts.map(reminder) })
  }
  return out
}

function copyOf<One extends { parts: unknown[] }>(message: One): One {
  return { ...message, parts: [...message.parts] }
}

function reminder(part: TextPart): TextPart {
  return { ...part, text: `<system-reminder>\n${part.text}\n</system-reminder>` }
}
