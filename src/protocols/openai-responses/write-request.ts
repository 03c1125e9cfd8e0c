import type { Json } from '../../core/json.ts'
import { withTakenForce } from '../forced-tools.ts'
import { sayingJson } from '../json-mode.ts'
import { samplingFor, samplingTaken, takesOf } from '../openai-models.ts'
import { shortened } from '../shortened.ts'
import type { Addressee, Written } from '../translate/codec.ts'
import type { Conversation, Format, Message } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { told } from '../translate/shape.ts'
import { withSystemFirst } from '../translate/system-first.ts'
import { wantsStrict } from '../translate/wants.ts'
import { unsaidBounds } from '../translate/web-search.ts'
import { writeInput } from './write-input.ts'
import { sayable, thinks, writeReasoning } from './write-reasoning.ts'
import { searchBounds, writeTools } from './write-tools.ts'

/** Writes a request of the Responses API, which keeps nothing at the vendor (wire.md §1.2, §3.1). */
export function writeRequest(asked: Conversation, to: Addressee): Written {
  const unforced = new Set<string>()
  const conversation = withTakenForce(asked, to, unforced)
  const { model, maxOutput, stream, quirks } = to
  const { plainFields = false, keepsAnswers } = quirks
  const takes = takesOf(model)
  const { said, isLess } = sayable(conversation, to)
  const { instructions, messages } = ordered(said, conversation.format, quirks)
  const { known, lost } = knownValues(conversation)
  for (const name of unforced) lost.add(name)
  const reasoning = writeReasoning(conversation.reasoning, to, lost)
  const { temperature, topP, cacheKey } = conversation
  const sampling = samplingFor(
    { temperature, top_p: topP },
    { taken: samplingTaken(to), effort: reasoning?.effort },
    lost,
  )
  const body = told({
    model,
    instructions,
    input: writeInput(messages, quirks.noDeveloperRole ? 'system' : 'developer'),
    ...writeTools(conversation, plainFields),
    max_output_tokens: outputLimit(conversation.maxTokens, maxOutput),
    ...sampling,
    reasoning,
    text: writeText(conversation),
    service_tier: known.tier,
    ...(!plainFields && { safety_identifier: known.user }),
    ...((!plainFields || keepsAnswers) && {
      prompt_cache_key: cacheKey && shortened(cacheKey, LONGEST_CACHE_KEY),
      store: false,
      include: thinks(conversation, takes) ? ['reasoning.encrypted_content'] : null,
    }),
    stream,
  })
  if (isLess) lost.add('thinking')
  if (plainFields && wantsStrict(conversation.tools)) lost.add('tools.strict')
  if (plainFields && known.user !== null) lost.add('safety_identifier')
  if (plainFields && !keepsAnswers && cacheKey !== null) lost.add('prompt_cache_key')
  for (const bound of unsaidBounds(conversation.webSearch, searchBounds(plainFields))) lost.add(bound)
  if (messages.some(hasFailed)) lost.add('is_error')
  return { path: '/v1/responses', query: '', body, lost: [...lost] }
}

/** That a tool failed cannot be said here. */
function hasFailed(message: Message): boolean {
  return message.role === 'tool' && message.results.some(({ isError }) => isError)
}

type Ordered = { instructions: string | null; messages: readonly Message[] }

/** What is said first, and the rest. What the instructions say counts for nothing at OpenAI where JSON must be spoken of. */
function ordered(said: readonly Message[], format: Format | null, quirks: Quirks): Ordered {
  if (quirks.firstSystem) return withInstructions(withSystemFirst(sayingJson(said, format), quirks))
  const { instructions, messages } = withInstructions(said)
  return { instructions, messages: sayingJson(messages, format) }
}

/** What a developer says first is the instructions, unless it is all that is said. */
function withInstructions(messages: readonly Message[]): Ordered {
  const [first, ...rest] = messages
  if (first?.role !== 'system' || rest.length === 0) return { instructions: null, messages }
  return { instructions: first.parts.map(({ text }) => text).join('\n\n') || null, messages: rest }
}

const TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast'])
/** The longest name of an end user that is taken. */
const LONGEST_USER = 128
const LONGEST_CACHE_KEY = 64

/** Of words that are another vendor's, those that mean something here: any other would be refused. */
function knownValues({ tier, user }: Conversation): {
  known: { tier: string | null; user: string | null }
  lost: Set<string>
} {
  const known = {
    tier: tier !== null && TIERS.has(tier) ? tier : null,
    user: user !== null && user.length <= LONGEST_USER ? user : null,
  }
  const lost = [...(known.tier === tier ? [] : ['service_tier']), ...(known.user === user ? [] : ['safety_identifier'])]
  return { known, lost: new Set(lost) }
}

/** OpenAI refuses a shorter answer than this. */
const SHORTEST_OUTPUT = 16

function outputLimit(asked: number | null, most: number | null): number | null {
  return asked === null ? null : Math.max(SHORTEST_OUTPUT, Math.min(asked, most ?? asked))
}

function writeText({ format, verbosity }: Conversation): Json | null {
  return format === null && verbosity === null ? null : told({ format: format && writeFormat(format), verbosity })
}

function writeFormat(format: Format): Json {
  if (format.type === 'json') return { type: 'json_object' }
  const { name, description, schema, strict } = format
  return told({ type: 'json_schema', name, description, schema, strict })
}
