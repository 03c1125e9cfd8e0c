import { pushAll } from '../../core/lists.ts'
import type { Message } from './conversation.ts'

type Assistant = Extract<Message, { role: 'assistant' }>

/** Messages in which each turn of the model is one: some protocols tell its thoughts, words and calls apart (wire.md §3.4). */
export function joined(messages: readonly Message[]): Message[] {
  const out: Message[] = []
  /** All of the turn that is being told. */
  let turn: Assistant['parts'] | null = null
  for (const message of messages) {
    if (message.role !== 'assistant') {
      turn = null
      out.push(message)
    } else if (turn) pushAll(turn, message.parts)
    else {
      turn = [...message.parts]
      out.push({ role: 'assistant', parts: turn })
    }
  }
  return out
}
