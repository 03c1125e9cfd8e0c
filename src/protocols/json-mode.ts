import type { Format, Message } from './translate/conversation.ts'

const ASKING: Message = { role: 'system', parts: [{ type: 'text', text: 'Answer with one JSON object.' }] }

/** Messages of a request for any JSON object, which OpenAI and its like refuse where no message says the word. */
export function sayingJson(messages: readonly Message[], format: Format | null): readonly Message[] {
  return format?.type !== 'json' || messages.some(saysJson) ? messages : [ASKING, ...messages]
}

function saysJson(message: Message): boolean {
  if (message.role !== 'system' && message.role !== 'user') return false
  return message.parts.some((part) => part.type === 'text' && /json/i.test(part.text))
}
