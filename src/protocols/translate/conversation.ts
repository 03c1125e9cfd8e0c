import type { Json } from '../../core/json.ts'

/** Who made a signature or an encrypted thought: only the same protocol's vendors can read it again (wire.md §3.6). */
export type Origin = 'openai-responses' | 'anthropic-messages' | 'gemini-generate'

/** Opaque state that binds a part of a conversation to the vendor that made it. */
export type Signature = { origin: Origin; value: string }

/** Where the bytes of a picture or document are; an address is passed on and never fetched. */
export type Source =
  | { kind: 'data'; mime: string; base64: string }
  | { kind: 'url'; url: string; mime: string | null }
  /** An id that only the vendor that issued it knows. */
  | { kind: 'file'; id: string }

/** A hint that the conversation up to here will come again. */
export type CacheHint = '5m' | '1h'

type Cached = { cache?: CacheHint }

/** Words, whosever turn it is. */
export type TextPart = Cached & { type: 'text'; text: string }
/** A picture; `detail` is how closely it is to be looked at, null where nobody said. */
export type ImagePart = Cached & { type: 'image'; source: Source; detail: 'low' | 'high' | 'auto' | null }
/** A document; `name` is its title, null where it has none. */
export type DocumentPart = Cached & { type: 'document'; source: Source; name: string | null }
/** `format` is the short name of the encoding, such as `wav` or `mp3`. */
export type AudioPart = Cached & { type: 'audio'; base64: string; format: string }

/** What the model thought; `text` is null where only the opaque state was told. */
export type ThinkingPart = { type: 'thinking'; text: string | null; signature: Signature | null }
/** How a tool is called: with JSON, with plain text, or with JSON to have the caller look among tools that are not on offer yet. */
export type ToolForm = 'function' | 'custom' | 'search'
/** A tool the model wants used: `input` is plain text for a custom tool, and JSON text for any other. */
export type CallPart = Cached & {
  type: 'call'
  id: string
  name: string
  /** The group a tool was declared in; null outside of one. */
  namespace: string | null
  form: ToolForm
  input: string
  signature: Signature | null
}
/** The model's words for not answering. */
export type RefusalPart = { type: 'refusal'; text: string }
/** What the result of a tool may be made of. */
export type ResultPart = TextPart | ImagePart | DocumentPart
/** What a tool gave; `name` is the tool's, where the protocol tells it. */
export type ToolResult = Cached & {
  callId: string
  name: string | null
  form: ToolForm
  parts: ResultPart[]
  isError: boolean
}

/** One turn of a conversation; several of the same role may follow one another. */
export type Message =
  | { role: 'system'; parts: TextPart[] }
  | { role: 'user'; parts: (TextPart | ImagePart | DocumentPart | AudioPart)[] }
  | { role: 'assistant'; parts: (TextPart | ThinkingPart | CallPart | RefusalPart | ImagePart)[] }
  | { role: 'tool'; results: ToolResult[] }

/** A tool on offer. A custom one takes free text, in a grammar if it has one; null: a schema of any object. */
export type Tool = Cached & {
  name: string
  namespace: string | null
  description: string | null
  strict: boolean | null
} & ({ form: 'function' | 'search'; schema: Json | null } | { form: 'custom'; grammar: object | null })

/** Which tools are to be called; names are those of tools on offer. */
export type ToolChoice =
  | { mode: 'none' | 'auto' | 'required' }
  /** One of these must be called, or may be when `required` is false. */
  | { mode: 'some'; names: readonly string[]; required: boolean }

/** All words for how hard to think, of any vendor and generation, in rising order. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

/** How much to think before answering: a word, a budget in tokens, or both unknown (the model's own measure). */
export type Reasoning = {
  effort: Effort | null
  budgetTokens: number | null
  /** Whether the caller wants to read the thoughts; null leaves it to the vendor. */
  shown: boolean | null
  /** That is all that was asked: whether to think is left to the model. Absent: thinking is switched on, or off by the effort. */
  onlyShown?: true
}

/** What the answer must be: JSON of any kind, or JSON that keeps to a schema. */
export type Format =
  | { type: 'json' }
  | {
      type: 'schema'
      name: string
      description: string | null
      schema: Json
      strict: boolean | null
    }

/** What a search of the web is bound to; empty: to nothing. */
export type WebSearch = {
  allowedDomains?: readonly string[]
  blockedDomains?: readonly string[]
  /** Where the user is: city, region, country and time zone, as far as it is known. */
  place?: Readonly<Record<string, string>>
  /** How much of what is found is to be read, in a word. */
  contextSize?: string
  /** The most searches of one answer. */
  maxUses?: number
}

/** What a caller may set beside the messages; null or empty: not set. Each name is a feature in the tables of the codecs. */
export type Settings = {
  tools: Tool[]
  toolChoice: ToolChoice | null
  parallelTools: boolean | null
  maxTokens: number | null
  temperature: number | null
  topP: number | null
  topK: number | null
  seed: number | null
  presencePenalty: number | null
  frequencyPenalty: number | null
  stop: string[]
  reasoning: Reasoning | null
  format: Format | null
  verbosity: string | null
  /** A name under which the vendor finds the cached beginning again. */
  cacheKey: string | null
  /** Who the end user is, in the caller's own words. */
  user: string | null
  tier: string | null
  /** The vendor's own search of the web is on offer. */
  webSearch: WebSearch | null
}
/** What a field of a request can carry over into another protocol. */
export type Feature = keyof Settings | 'messages'

/** A request in no protocol's words: what every protocol can say of a conversation, and nothing else. */
export type Conversation = Settings & {
  messages: Message[]
  /** What its reader left out of lists, such as a hosted tool, as names for `x-yumen-dropped`; absent: nothing. */
  lost?: readonly string[]
}

/** A request that sets nothing: readers lay over it what they find. */
export const NO_SETTINGS: Settings = Object.freeze({
  tools: [],
  toolChoice: null,
  parallelTools: null,
  maxTokens: null,
  temperature: null,
  topP: null,
  topK: null,
  seed: null,
  presencePenalty: null,
  frequencyPenalty: null,
  stop: [],
  reasoning: null,
  format: null,
  verbosity: null,
  cacheKey: null,
  user: null,
  tier: null,
  webSearch: null,
})
