import type { Format, Message, Tool } from './conversation.ts'

/** Whether calls of a tool are to be held to its schema. */
export function wantsStrict(tools: readonly Tool[]): boolean {
  return tools.some(({ strict }) => strict === true)
}

/** Whether an answer is to be held to its schema, and not only to follow it as well as it can. */
export function wantsStrictAnswer(format: Format | null): boolean {
  return format?.type === 'schema' && format.strict === true
}

/** Whether a caller says of a picture how closely it is to be looked at. */
export function saysHowClosely(messages: readonly Message[]): boolean {
  return messages.some((message) => {
    const parts = message.role === 'tool' ? message.results.flatMap((result) => result.parts) : message.parts
    return parts.some((part) => part.type === 'image' && (part.detail === 'low' || part.detail === 'high'))
  })
}
