import { type Json, textOr } from '../../core/json.ts'
import type { CallPart, Message, Signature, ThinkingPart, ToolResult } from '../translate/conversation.ts'
import { unseal } from '../translate/sealed.ts'
import { blocksIn, readBlock, readContent, readSystem } from './read-content.ts'
import { cacheOf } from './cache-control.ts'
import { mustBe, listAt, objectAt, textAt } from '../translate/shape.ts'

/** Marks the value of a signature that is the data of a `redacted_thinking` block, which goes back as one. */
export const REDACTED = 'redacted:'

/** Written by Claude Code before its system prompt, for the vendor alone, which strips it by its position (wire.md §2.1). */
const BILLING_HEADER = /^x-anthropic-billing-header:/

/** The system prompt and the messages, in order; what is said in several roles at once becomes several messages. */
export function readMessages(body: Json): Message[] {
  const [first, ...rest] = readSystem(body.system, 'system')
  const parts = first && !BILLING_HEADER.test(first.text) ? [first, ...rest] : rest
  const told = listAt(body.messages, 'messages').map((message, i) => objectAt(message, `messages[${i}]`))
  const lastUser = told.findLastIndex(({ role }) => role === 'user')
  return [
    ...(parts.length > 0 ? [{ role: 'system', parts } satisfies Message] : []),
    ...told.flatMap((message, i) => readMessage(message, `messages[${i}]`, i < lastUser)),
  ]
}

function readMessage({ role, content, clear_at: clearAt }: Json, at: string, userFollows: boolean): Message[] {
  const where = `${at}.content`
  switch (role) {
    case 'user':
      return readUser(content, where)
    case 'assistant':
      return nonEmpty({ role: 'assistant', parts: readAssistant(content, where) })
    case 'system':
      // Such a message is not shown any more once a user has said something after it.
      if (clearAt === 'next_user_message' && userFollows) return []
      return nonEmpty({ role: 'system', parts: readSystem(content, where) })
    default:
      throw mustBe(`${at}.role`, '`user`, `assistant` or `system`')
  }
}

function nonEmpty(message: Message & { parts: unknown[] }): Message[] {
  return message.parts.length > 0 ? [message] : []
}

function readUser(content: unknown, at: string): Message[] {
  const messages: Message[] = []
  for (const [block, where] of blocksIn(content, at)) {
    const last = messages.at(-1)
    if (block.type === 'tool_result') {
      const result = readResult(block, where)
      if (last?.role === 'tool') last.results.push(result)
      else messages.push({ role: 'tool', results: [result] })
      continue
    }
    const parts = readBlock(block, where)
    if (last?.role === 'user') last.parts.push(...parts)
    else if (parts.length > 0) messages.push({ role: 'user', parts })
  }
  return messages
}

function readResult(block: Json, at: string): ToolResult {
  return {
    callId: textAt(block.tool_use_id, `${at}.tool_use_id`),
    name: null,
    form: 'function',
    parts: readContent(block.content, `${at}.content`),
    isError: block.is_error === true,
    ...cacheOf(block),
  }
}

type AssistantPart = Extract<Message, { role: 'assistant' }>['parts'][number]

function readAssistant(content: unknown, at: string): AssistantPart[] {
  let onCall: Signature | null = null
  return blocksIn(content, at).flatMap(([block, where]): AssistantPart[] => {
    if (block.type === 'tool_use') {
      const call = readCall(block, where, onCall)
      onCall = null
      return [call]
    }
    if (block.type !== 'thinking' && block.type !== 'redacted_thinking') {
      return readBlock(block, where).filter((part) => part.type !== 'document')
    }
    const thought = readThinking(block, where)
    if (!('onCall' in thought)) return [thought]
    onCall = thought.onCall
    return []
  })
}

function readCall(block: Json, at: string, signature: Signature | null): CallPart {
  return {
    type: 'call',
    id: textAt(block.id, `${at}.id`),
    name: textAt(block.name, `${at}.name`),
    namespace: null,
    form: 'function',
    input: JSON.stringify(block.input ?? {}),
    signature,
    ...cacheOf(block),
  }
}

/** A thought, or what an empty one stands for: the signature of the call that follows (wire.md §3.6). */
function readThinking(block: Json, at: string): ThinkingPart | { onCall: Signature } {
  if (block.type === 'redacted_thinking') {
    const value = `${REDACTED}${textAt(block.data, `${at}.data`)}`
    return { type: 'thinking', text: null, signature: { origin: 'anthropic-messages', value } }
  }
  const sealed = signatureIn(textOr(block.signature, ''))
  if (sealed?.onCall) return { onCall: sealed.signature }
  return { type: 'thinking', text: textAt(block.thinking, `${at}.thinking`), signature: sealed?.signature ?? null }
}

/** The signature a text is: one that was sealed for the caller's round trip, or one of this protocol's own; null for none. */
export function signatureIn(text: string): { signature: Signature; onCall: boolean } | null {
  if (text === '') return null
  return unseal(text) ?? { signature: { origin: 'anthropic-messages', value: text }, onCall: false }
}
