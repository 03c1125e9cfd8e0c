import type { Json } from '../../core/json.ts'
import { type Addressee, longestAnswer, type Written } from '../translate/codec.ts'
import type { Conversation, Format, Tool, ToolChoice } from '../translate/conversation.ts'
import { told } from '../translate/shape.ts'
import { saysHowClosely, wantsStrict } from '../translate/wants.ts'
import { unsaidBounds } from '../translate/web-search.ts'
import { pathTo } from './operation.ts'
import { schemaFor } from './schema.ts'
import { isOlder, thinkingConfigFor } from './thinking.ts'
import { contentsFor } from './write-contents.ts'

/** Google takes no more of them (wire.md §3.1). */
const MOST_STOPS = 5

/** Writes the body of generateContent or streamGenerateContent, whose answer comes as events. */
export function writeRequest(conversation: Conversation, to: Addressee): Written {
  const { messages, tools, toolChoice, webSearch, stop, reasoning, tier } = conversation
  // Google refuses its own search beside functions, or wants its traces back, which no other protocol could carry.
  const searches = webSearch !== null && tools.length === 0
  const thinkingConfig = reasoning && thinkingConfigFor(reasoning, to.model)
  const measured = reasoning !== null && (reasoning.effort ?? reasoning.budgetTokens ?? 'none') !== 'none'
  const asked = tier === null ? undefined : TIERS.get(tier)
  const serviceTier = to.quirks.noTier ? undefined : asked
  const generationConfig = told({
    temperature: conversation.temperature,
    topP: conversation.topP,
    topK: conversation.topK,
    maxOutputTokens: longestAnswer(conversation, to),
    stopSequences: stop.length > 0 ? stop.slice(0, MOST_STOPS) : null,
    presencePenalty: conversation.presencePenalty,
    frequencyPenalty: conversation.frequencyPenalty,
    seed: seedFor(conversation.seed),
    ...formatFor(conversation.format),
    thinkingConfig,
  })
  return {
    path: pathTo({ version: 'v1beta', verb: to.stream ? 'streamGenerateContent' : 'generateContent' }, to.model),
    query: to.stream ? 'alt=sse' : '',
    body: told({
      ...contentsFor(messages, isOlder(to.model)),
      tools: tools.length > 0 ? [{ functionDeclarations: tools.map(declarationOf) }] : searches ? [SEARCH] : null,
      toolConfig: tools.length > 0 && toolChoice ? { functionCallingConfig: callingConfigFor(toolChoice) } : null,
      generationConfig: Object.keys(generationConfig).length > 0 ? generationConfig : null,
      serviceTier,
    }),
    lost: [
      ...namesOf({
        web_search: webSearch !== null && !searches,
        'tools.strict': wantsStrict(tools),
        detail: saysHowClosely(messages),
        stop: stop.length > MOST_STOPS,
        reasoning_effort: measured && !thinkingConfig,
        service_tier: tier !== null && tier !== 'auto' && !serviceTier && asked !== STANDARD,
      }),
      ...(searches ? unsaidBounds(webSearch, []) : []),
    ],
  }
}

const SEARCH = { googleSearch: {} }

/** What is served when nothing is said. */
const STANDARD = 'standard'
/** Google's words for the tiers of others; any other word leaves the choice to Google. */
const TIERS: ReadonlyMap<string, string> = new Map([
  ['default', STANDARD],
  ['standard', STANDARD],
  ['standard_only', STANDARD],
  ['flex', 'flex'],
  ['priority', 'priority'],
])

/** Seeds are of 32 bits here; the same one stays the same. */
function seedFor(seed: number | null): number | null {
  return seed === null ? null : Math.trunc(seed) % 2 ** 31
}

function formatFor(format: Format | null): Json {
  if (format === null) return {}
  const json = { responseMimeType: 'application/json' }
  return format.type === 'json' ? json : { ...json, responseJsonSchema: schemaFor(format.schema) }
}

function declarationOf(tool: Tool): Json {
  const { name, description } = tool
  const schema = tool.form === 'function' ? tool.schema : null
  return told({ name, description, parametersJsonSchema: schema && schemaFor(schema) })
}

function callingConfigFor(choice: ToolChoice): Json {
  switch (choice.mode) {
    case 'none':
      return { mode: 'NONE' }
    case 'auto':
      return { mode: 'AUTO' }
    case 'required':
      return { mode: 'ANY' }
    case 'some':
      // Names may be given with a mode that forces a call, or with the one that checks what is called.
      return { mode: choice.required ? 'ANY' : 'VALIDATED', allowedFunctionNames: choice.names }
    default:
      return choice satisfies never
  }
}

function namesOf(lost: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(lost).filter((name) => lost[name])
}
