import { asRecord, type Json, textOr } from '../../core/json.ts'
import { readAnnotations } from '../translate/citations.ts'
import type { Signature } from '../translate/conversation.ts'
import type { AnswerReader } from '../translate/codec.ts'
import type { FinishReason, Piece } from '../translate/piece.ts'
import { type ServedTier, servedTier } from '../translate/served-tier.ts'
import { type Calls, closeCalls, readCalls } from './call-reader.ts'
import { failureIn } from './read-error.ts'
import { plainThought, readThoughts, thoughtDetails } from './thoughts.ts'
import { readUsage } from './usage.ts'

type Speech = 'text' | 'refusal' | 'thinking'

/** How far an answer has been read. `out` is what the event at hand has given so far. */
type State = {
  out: Piece[]
  started: boolean
  finished: boolean
  failed: boolean
  /** Blocks opened so far. */
  blocks: number
  speaking: { index: number; kind: Speech } | null
  calls: Calls
  refused: boolean
  /** Thoughts have been told as plain text, so that the text in `reasoning_details` only repeats them. */
  plainThoughts: boolean
  /** Stands in every chunk, or in some. */
  tier: ServedTier | undefined
}

/** Reads a chat answer, as OpenAI and the vendors that resemble it tell it (wire.md §1.1). */
export function createChatReader(): AnswerReader {
  const state: State = {
    out: [],
    started: false,
    finished: false,
    failed: false,
    blocks: 0,
    speaking: null,
    calls: { list: [], at: new Map() },
    refused: false,
    plainThoughts: false,
    tier: undefined,
  }
  const event = (data: Json) => {
    state.out = []
    if (!state.failed) readEvent(state, data)
    return state.out
  }
  const end = () => {
    state.out = []
    if (!state.failed) closeAll(state)
    return state.out
  }
  const done = () => {
    state.out = []
    if (state.started && !state.finished && !state.failed) finish(state, '')
    return state.out
  }
  // A message that came whole is over, whether or not its server says why.
  const whole = (answer: Json) => [...event(answer), ...(choiceIn(answer).message === undefined ? end() : done())]
  return { event, end, done, whole }
}

function choiceIn({ choices }: Json): Json {
  return asRecord(Array.isArray(choices) ? choices[0] : undefined)
}

function readEvent(state: State, data: Json): void {
  const choice = choiceIn(data)
  const failure = failureIn(data) ?? failureIn({ error: choice.error })
  if (failure) return fail(state, failure)
  if (!state.started) {
    state.started = true
    state.out.push({ type: 'start', id: textOr(data.id, '') || null, model: textOr(data.model, '') || null })
  }
  if (!state.finished) readChoice(state, choice)
  const told = readUsage(data)
  state.tier = servedTier(data.service_tier) ?? state.tier
  if (told) state.out.push({ type: 'usage', usage: told.usage, ...(state.tier && { tier: state.tier }) })
  // A chunk may carry the last words, the reason and the usage at once.
  if (!state.finished && isOver(choice)) finish(state, textOr(choice.finish_reason, ''))
}

/** SGLang and older Ollama say an empty reason in every chunk as long as there is none; a whole message is over in any case. */
function isOver({ finish_reason: reason, message }: Json): boolean {
  return typeof reason === 'string' && (reason !== '' || message !== undefined)
}

function readChoice(state: State, choice: Json): void {
  const delta = asRecord(choice.delta ?? choice.message)
  if (choice.message === undefined) readThinking(state, delta)
  else for (const { text, signature } of readThoughts(delta)) think(state, text ?? '', signature)
  readWords(state, delta.content)
  state.out.push(...readAnnotations(delta.annotations))
  if (typeof delta.refusal === 'string' && delta.refusal !== '') {
    state.refused = true
    speak(state, 'refusal', delta.refusal)
  }
  if (Array.isArray(delta.images))
    for (const image of delta.images) readImage(state, asRecord(asRecord(image).image_url))
  if (Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0) {
    closeSpeech(state, null)
    readCalls(state, delta.tool_calls)
  }
}

/** A vendor tells a thought as plain text, in `reasoning_details`, or in both; its signature comes with its end. */
function readThinking(state: State, delta: Json): void {
  const plain = plainThought(delta)
  const details = delta.reasoning_details === undefined ? [] : thoughtDetails(delta)
  if (plain !== '') {
    state.plainThoughts = true
    speak(state, 'thinking', plain)
  }
  for (const { text, signature } of details) {
    if (text && !state.plainThoughts) speak(state, 'thinking', text)
    if (signature) sign(state, signature)
  }
}

function think(state: State, text: string, signature: Signature | null): void {
  if (text !== '') speak(state, 'thinking', text)
  if (signature) sign(state, signature)
  else closeSpeech(state, null)
}

/** The thought that is open ends with its signature; one that was never told is opened for it. */
function sign(state: State, signature: Signature): void {
  if (state.speaking?.kind !== 'thinking') openSpeech(state, 'thinking')
  closeSpeech(state, signature)
}

/** Content is text; Mistral tells a list in which thoughts stand beside texts (wire.md §5.2). */
function readWords(state: State, content: unknown): void {
  if (typeof content === 'string') return speak(state, 'text', content)
  if (!Array.isArray(content)) return
  for (const part of content.map(asRecord)) {
    if (part.type === 'text') speak(state, 'text', textOr(part.text, ''))
    else if (part.type === 'thinking' && Array.isArray(part.thinking))
      for (const thought of part.thinking) speak(state, 'thinking', textOr(asRecord(thought).text, ''))
  }
}

function speak(state: State, kind: Speech, text: string): void {
  if (text === '') return
  if (state.speaking?.kind !== kind) openSpeech(state, kind)
  if (state.speaking) state.out.push({ type: 'delta', index: state.speaking.index, text })
}

function openSpeech(state: State, kind: Speech): void {
  closeSpeech(state, null)
  state.speaking = { index: state.blocks++, kind }
  state.out.push({ type: 'open', index: state.speaking.index, block: { kind } })
}

function closeSpeech(state: State, signature: Signature | null): void {
  if (state.speaking) state.out.push({ type: 'close', index: state.speaking.index, signature })
  state.speaking = null
}

/** A picture as OpenRouter tells it: an address that holds its bytes. */
function readImage(state: State, { url }: Json): void {
  const [, mime, base64] = /^data:([^;,]+);base64,(.+)$/s.exec(textOr(url, '')) ?? []
  if (mime === undefined || base64 === undefined) return
  closeSpeech(state, null)
  const index = state.blocks++
  state.out.push({ type: 'open', index, block: { kind: 'image', mime } })
  state.out.push({ type: 'delta', index, text: base64 }, { type: 'close', index, signature: null })
}

function closeAll(state: State): void {
  closeSpeech(state, null)
  closeCalls(state)
}

/** OpenAI's words, then Zhipu's and Mistral's, and MiMo's, TokenHub's and vLLM's for an answer that went round in circles. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tools'],
  ['function_call', 'tools'],
  ['content_filter', 'filter'],
  ['sensitive', 'filter'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['repetition_truncation', 'length'],
  ['repetition', 'length'],
])
/** Reasons that mean the answer broke off: Zhipu's, DeepSeek's, OpenRouter's, and that of vLLM and SGLang. */
const BROKEN = new Set(['network_error', 'insufficient_system_resource', 'error', 'abort'])

function finish(state: State, told: string): void {
  if (BROKEN.has(told)) return fail(state, { kind: 'broken', message: `finish_reason: ${told}` })
  closeAll(state)
  state.finished = true
  state.out.push({ type: 'finish', reason: reasonOf(state, REASONS.get(told) ?? 'stop'), stopSequence: null })
}

/** Some servers say `stop` after calls, and `tool_calls` without any; a refusal is told by its text alone (wire.md §3.2). */
function reasonOf({ calls, refused }: State, told: FinishReason): FinishReason {
  const called = calls.list.length > 0
  if (told === 'stop') {
    if (called) return 'tools'
    return refused ? 'filter' : 'stop'
  }
  return told === 'tools' && !called ? 'stop' : told
}

function fail(state: State, error: Extract<Piece, { type: 'failure' }>['error']): void {
  state.failed = true
  state.out.push({ type: 'failure', error })
}
