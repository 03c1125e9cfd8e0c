import type { Message } from '../translate/conversation.ts'
import { joined } from '../translate/joined.ts'
import type { Quirks } from '../translate/quirks.ts'

/** Whether a vendor wants thoughts back in plain words; OpenRouter hands on what each vendor encrypted. */
export function wantsPlainThoughts({ replayReasoning, thinking }: Quirks): boolean {
  return replayReasoning === true && thinking !== 'reasoning-object'
}

/** What stands for thoughts that nobody told: DeepSeek refuses none and empty ones alike. */
const NOT_TOLD = '(not told)'

/**
 * Messages in which each turn of the model begins with what it thought, in one piece and unsigned. Where tools are at hand a
 * turn must have some, and its calls must follow them with no result in between (`The reasoning_text in the thinking mode must
 * be passed back to the API`).
 */
export function withPlainThoughts(messages: readonly Message[], hasTools: boolean): Message[] {
  return joined(messages).map((message) => {
    if (message.role !== 'assistant') return message
    const texts = message.parts.flatMap((part) => (part.type === 'thinking' && part.text ? [part.text] : []))
    const others = message.parts.filter(({ type }) => type !== 'thinking')
    const text = texts.join('\n\n') || (hasTools && others.length > 0 ? NOT_TOLD : '')
    return { ...message, parts: text === '' ? others : [{ type: 'thinking', text, signature: null }, ...others] }
  })
}
