import type { Json } from '../../core/json.ts'
import { effortTold } from '../efforts.ts'
import { type Takes, takesOf } from '../openai-models.ts'
import type { Addressee } from '../translate/codec.ts'
import type { Conversation, Effort, Message, Reasoning } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'
import { wantsPlainThoughts, withPlainThoughts } from './plain-thoughts.ts'

/** The most tokens that a word for effort stands for (wire.md §3.1, effort mapping). */
const BUDGETS = [
  ['none', 0],
  ['low', 1024],
  ['medium', 8192],
] as const

/** How much to think, in words that the model knows; `lost` takes the name of what cannot be said. */
export function writeReasoning(
  reasoning: Reasoning | null,
  to: Pick<Addressee, 'model' | 'quirks'>,
  lost: Set<string>,
): Json | null {
  if (!reasoning) return null
  const asked = reasoning.effort ?? (reasoning.budgetTokens === null ? null : effortOf(reasoning.budgetTokens))
  const { thinks, word, isLost } = effortTold(asked, to)
  if (isLost) lost.add('reasoning_effort')
  const fields = thinks ? told({ effort: word, summary: reasoning.shown ? 'auto' : null }) : {}
  return Object.keys(fields).length > 0 ? fields : null
}

function effortOf(tokens: number): Effort {
  return BUDGETS.find(([, most]) => tokens <= most)?.[0] ?? 'high'
}

/** Models that do not think refuse to include what they thought, so it is asked for only where thinking is spoken of. */
export function thinks({ reasoning, messages }: Conversation, takes: Takes | null): boolean {
  if (takes?.thinks === false) return false
  return reasoning !== null || messages.some((message) => message.role === 'assistant' && message.parts.some(isThought))
}

/** Messages as a model can be told them, and whether that is less than was said: another vendor's thoughts, or any to a model that does not think. */
export function sayable(
  { messages, tools }: Pick<Conversation, 'messages' | 'tools'>,
  { model, quirks }: Pick<Addressee, 'model' | 'quirks'>,
): { said: readonly Message[]; isLess: boolean } {
  const isDeaf = takesOf(model)?.thinks === false
  const isPlain = !isDeaf && wantsPlainThoughts(quirks)
  const isSaid = (part: AssistantPart) =>
    part.type !== 'thinking' || (isPlain ? Boolean(part.text) : !isDeaf && isThought(part))
  const isLess = messages.some((message) => message.role === 'assistant' && !message.parts.every(isSaid))
  if (isPlain) return { said: withPlainThoughts(messages, tools.length > 0 || messages.some(calls)), isLess }
  return { said: isLess ? messages.map((message) => onlyThose(message, isSaid)) : messages, isLess }
}

function onlyThose(message: Message, isSaid: (part: AssistantPart) => boolean): Message {
  return message.role === 'assistant' ? { ...message, parts: message.parts.filter(isSaid) } : message
}

function calls(message: Message): boolean {
  return message.role === 'assistant' && message.parts.some(({ type }) => type === 'call')
}

type AssistantPart = Extract<Message, { role: 'assistant' }>['parts'][number]

function isThought(part: AssistantPart): boolean {
  return part.type === 'thinking' && part.signature?.origin === 'openai-responses'
}
