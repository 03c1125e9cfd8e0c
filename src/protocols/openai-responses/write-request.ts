import type { Addressee, Written } from '../translate/codec.ts'
import type { Conversation, Format, Message, Reasoning } from '../translate/conversation.ts'
import { type Json, told } from '../translate/shape.ts'
import { writeInput } from './write-input.ts'
import { writeTools } from './write-tools.ts'

/** Writes a request of the Responses API, which keeps nothing at the vendor (wire.md §1.2, §3.1). */
export function writeRequest(conversation: Conversation, { model, maxOutput, stream, quirks }: Addressee): Written {
  const { plainFields = false } = quirks
  const { instructions, messages } = withInstructions(conversation.messages)
  const { known, lost } = knownValues(conversation)
  const body = told({
    model,
    instructions,
    input: writeInput(messages, quirks.noDeveloperRole ? 'system' : 'developer'),
    ...writeTools(conversation, plainFields),
    max_output_tokens: outputLimit(conversation.maxTokens, maxOutput),
    temperature: conversation.temperature,
    top_p: conversation.topP,
    reasoning: conversation.reasoning && writeReasoning(conversation.reasoning),
    text: writeText(conversation),
    service_tier: known.tier,
    ...(!plainFields && {
      prompt_cache_key: conversation.cacheKey,
      safety_identifier: known.user,
      store: false,
      include: thinks(conversation) ? ['reasoning.encrypted_content'] : null,
    }),
    stream,
  })
  return { path: '/v1/responses', query: '', body, lost: [...lost, ...unsaid(messages)] }
}

/** What a message cannot say here: thoughts of other vendors, and that a tool failed. */
function unsaid(messages: readonly Message[]): string[] {
  const foreign = messages.some(
    (message) =>
      message.role === 'assistant' && message.parts.some((part) => part.type === 'thinking' && !isThought(part)),
  )
  const failed = messages.some((message) => message.role === 'tool' && message.results.some(({ isError }) => isError))
  return [...(foreign ? ['thinking'] : []), ...(failed ? ['is_error'] : [])]
}

/** What a developer says first is the instructions, unless it is all that is said. */
function withInstructions(messages: readonly Message[]): { instructions: string | null; messages: readonly Message[] } {
  const [first, ...rest] = messages
  if (first?.role !== 'system' || rest.length === 0) return { instructions: null, messages }
  return { instructions: first.parts.map(({ text }) => text).join('\n\n') || null, messages: rest }
}

const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast'])
/** The longest name of an end user that is taken. */
const LONGEST_USER = 128

/** Of words that are another vendor's, those that mean something here: any other would be refused. */
function knownValues({ tier, user }: Conversation): {
  known: { tier: string | null; user: string | null }
  lost: string[]
} {
  const known = {
    tier: tier !== null && TIERS.has(tier) ? tier : null,
    user: user !== null && user.length <= LONGEST_USER ? user : null,
  }
  const lost = [...(known.tier === tier ? [] : ['service_tier']), ...(known.user === user ? [] : ['safety_identifier'])]
  return { known, lost }
}

/** OpenAI refuses a shorter answer than this. */
const SHORTEST_OUTPUT = 16

function outputLimit(asked: number | null, most: number | null): number | null {
  return asked === null ? null : Math.max(SHORTEST_OUTPUT, Math.min(asked, most ?? asked))
}

/** Models that do not think refuse to include what they thought, so it is asked for only where thinking is spoken of. */
function thinks({ reasoning, messages }: Conversation): boolean {
  return reasoning !== null || messages.some((message) => message.role === 'assistant' && message.parts.some(isThought))
}

function isThought(part: Extract<Message, { role: 'assistant' }>['parts'][number]): boolean {
  return part.type === 'thinking' && part.signature?.origin === 'openai-responses'
}

/** The most tokens that a word for effort stands for (wire.md §3.1, effort mapping). */
const BUDGETS = [
  ['none', 0],
  ['low', 1024],
  ['medium', 8192],
] as const

function writeReasoning({ effort, budgetTokens, shown }: Reasoning): Json | null {
  const word = effort ?? (budgetTokens === null ? null : effortOf(budgetTokens))
  const reasoning = told({ effort: word, summary: shown ? 'auto' : null })
  return Object.keys(reasoning).length > 0 ? reasoning : null
}

function effortOf(tokens: number): string {
  return BUDGETS.find(([, most]) => tokens <= most)?.[0] ?? 'high'
}

function writeText({ format, verbosity }: Conversation): Json | null {
  return format === null && verbosity === null ? null : told({ format: format && writeFormat(format), verbosity })
}

function writeFormat(format: Format): Json {
  if (format.type === 'json') return { type: 'json_object' }
  const { name, description, schema, strict } = format
  return told({ type: 'json_schema', name, description, schema, strict })
}
