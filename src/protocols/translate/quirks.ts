import type { Effort } from './conversation.ts'

/** How a vendor's servers differ from the protocol they speak, as data; absent: they do not (wire.md §3.1, §3.7, §5). */
export type Quirks = {
  /** Knows no developer role: such messages are sent as system ones. */
  noDeveloperRole?: true
  /** Refuses, for some model, a system message that is not the first. */
  firstSystem?: true
  /** Knows only `max_tokens`, not `max_completion_tokens`. */
  oldMaxTokens?: true
  /** How thinking is switched on in chat. Absent: `reasoning_effort`. */
  thinking?: 'thinking-type' | 'enable-thinking' | 'chat-template' | 'reasoning-object' | 'reasoning-split' | 'none'
  /** Models that thinking can be switched on and off for, where the switch is refused for others or does nothing; absent: all. */
  switchable?: RegExp
  /** Models that always think, and refuse to be told not to; absent: none. */
  alwaysThinks?: RegExp
  /** The words for effort it knows, in rising order; absent: all of them. */
  efforts?: readonly Effort[]
  /** Models that know other words, by the first pattern that fits their names; of none, nothing may be said of effort. */
  effortsOf?: readonly (readonly [models: RegExp, efforts: readonly Effort[]])[]
  /** Refuses `thinking` beside a word for effort. */
  effortAlone?: true
  /** Models that refuse every temperature and the like but their own; absent: none. */
  fixedSampling?: RegExp
  /**
   * Models that refuse a forced call: of a tool by its name though it is the only one on offer, while they think, at all, or like
   * every choice but `auto`; the first pattern that fits. Absent: none.
   */
  forcedTools?: readonly (readonly [models: RegExp, taken: 'unnamed' | 'unthinking' | 'never' | 'auto'])[]
  /** Wants what was thought back on assistant messages in tool loops, in Responses too. */
  replayReasoning?: true
  /** Refuses `strict`, `store`, `prompt_cache_key`, `safety_identifier`, custom tools and the like. */
  plainFields?: true
  /** Takes `prompt_cache_key` all the same, without which it caches next to nothing. */
  cacheKeys?: true
  /** Takes the `strict` of an answer's schema all the same. */
  strictFormats?: true
  /** Binds answers to JSON, but not to a schema. */
  jsonObjectOnly?: true
  /** Is Google's own chat layer, which wants the signature of every step's first call back. */
  callSignatures?: true
  /** Calls the seed of chat by this name, or by one that nobody knows, so that it goes on as it came; absent: `seed`. */
  seedName?: 'random_seed' | 'unknown'
  /** Refuses the service tier in the body of Gemini's protocol. */
  noTier?: true
  /** Keeps every answer of Responses unless it is told not to: takes `store`, `include` and `prompt_cache_key` there although it takes only plain fields. */
  keepsAnswers?: true
  /** Tool call ids must be nine letters or digits. */
  shortToolIds?: true
}
