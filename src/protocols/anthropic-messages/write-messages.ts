import type { Json } from '../../core/json.ts'
import type { Message, ThinkingPart } from '../translate/conversation.ts'
import { REDACTED } from './read-messages.ts'
import type { Traits } from './traits.ts'
import { writeCall, writePart, writeResult, writeText } from './write-content.ts'

/** A message of the body; `system` stands among them only for models that take one after a user's. */
export type SpokenMessage = { role: 'user' | 'assistant' | 'system'; content: Json[] }

/** A conversation begins with a user; this stands in for one who has said nothing. */
const OPENING: SpokenMessage = { role: 'user', content: [{ type: 'text', text: '…' }] }

/**
 * The system prompt (what stands before everything else) and the messages, neighbours of a side merged into one. What is left
 * out is added to `lost`.
 */
export function writeMessages(
  conversation: readonly Message[],
  { laterSystem, signs }: Pick<Traits, 'laterSystem' | 'signs'>,
  lost: Set<string>,
): { system: Json[]; messages: SpokenMessage[] } {
  const first = conversation.findIndex(({ role }) => role !== 'system')
  const leading = first === -1 ? conversation : conversation.slice(0, first)
  const system = leading.flatMap(blocksOfSystem)
  const messages = runsOf(conversation.slice(leading.length)).flatMap((run) =>
    run[0]?.role === 'assistant' ? assistantRun(run, signs, lost) : userRun(run, laterSystem),
  )
  if (messages.length === 0 && system.length > 0) return { system: [], messages: [{ role: 'user', content: system }] }
  if (messages[0]?.role === 'assistant') messages.unshift(OPENING)
  const last = messages.at(-1)
  if (last?.role === 'assistant') last.content = withoutTrailingSpace(last.content)
  return { system, messages }
}

/** Neighbours of the same side: what the assistant said, and what it was told. */
function runsOf(messages: readonly Message[]): Message[][] {
  const runs: Message[][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last && (last[0]?.role === 'assistant') === (message.role === 'assistant')) last.push(message)
    else runs.push([message])
  }
  return runs
}

/**
 * What tools gave comes first (wire.md §3.1). A system message may stand after a user's and nowhere else; where the model knows
 * none, it is a reminder in the user's message, which is how Claude Code does it (wire.md §2.1).
 */
function userRun(run: readonly Message[], laterSystem: boolean): SpokenMessage[] {
  const results = run.flatMap((message) => (message.role === 'tool' ? message.results.map(writeResult) : []))
  const said = run.flatMap((message) => (message.role === 'user' ? message.parts.flatMap(writePart) : []))
  const told = run.flatMap(blocksOfSystem)
  if (laterSystem && results.length + said.length > 0) {
    const spoken: SpokenMessage[] = [{ role: 'user', content: [...results, ...said] }]
    return told.length > 0 ? [...spoken, { role: 'system', content: told }] : spoken
  }
  const reminded = run.flatMap((message) =>
    message.role === 'user' ? message.parts.flatMap(writePart) : blocksOfSystem(message).map(reminder),
  )
  const content = [...results, ...reminded]
  return content.length > 0 ? [{ role: 'user', content }] : []
}

function blocksOfSystem(message: Message): Json[] {
  return message.role === 'system' ? message.parts.flatMap(writePart) : []
}

function reminder(block: Json): Json {
  return { ...block, text: `<system-reminder>\n${String(block.text)}\n</system-reminder>` }
}

function assistantRun(run: readonly Message[], signs: boolean, lost: Set<string>): SpokenMessage[] {
  const content = run.flatMap((message) =>
    message.role === 'assistant' ? message.parts.flatMap((part) => writeAssistantPart(part, signs, lost)) : [],
  )
  return content.length > 0 ? [{ role: 'assistant', content }] : []
}

type AssistantPart = Extract<Message, { role: 'assistant' }>['parts'][number]

function writeAssistantPart(part: AssistantPart, signs: boolean, lost: Set<string>): Json[] {
  switch (part.type) {
    case 'text':
      return writePart(part)
    case 'refusal':
      return writeText(part.text)
    case 'call':
      return [writeCall(part)]
    case 'thinking':
      return writeThinking(part, signs, lost)
    case 'image':
      // An assistant's message holds no pictures here.
      lost.add('image')
      return []
    default:
      return part satisfies never
  }
}

/**
 * Only Claude's own thoughts go back to it: one with another's signature is a 400 (wire.md §3.6). Other models behind this protocol
 * sign nothing, and DeepSeek refuses a call that comes back without its thought.
 */
function writeThinking({ text, signature }: ThinkingPart, signs: boolean, lost: Set<string>): Json[] {
  if (signature?.origin !== 'anthropic-messages') {
    if (!signs && text) return [{ type: 'thinking', thinking: text, signature: '' }]
    lost.add('thinking')
    return []
  }
  const { value } = signature
  if (value.startsWith(REDACTED)) return [{ type: 'redacted_thinking', data: value.slice(REDACTED.length) }]
  return [{ type: 'thinking', thinking: text ?? '', signature: value }]
}

/** The last message is what the answer goes on from, and must not end in white space (wire.md §3.7.23). */
function withoutTrailingSpace(content: Json[]): Json[] {
  const last = content.at(-1)
  return typeof last?.text === 'string' ? content.with(-1, { ...last, text: last.text.trimEnd() }) : content
}
