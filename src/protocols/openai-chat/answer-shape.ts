import type { Json } from '../../core/json.ts'
import { inputTotal, type Usage } from '../../core/usage.ts'
import type { AnswerAbout } from '../translate/codec.ts'
import { annotationFields, type Citation } from '../translate/citations.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason } from '../translate/piece.ts'
import { seal } from '../translate/sealed.ts'

/** What the document and every event of an answer begin with. */
export function answerHead({ id, created, model }: AnswerAbout, object: string): Json {
  return { id: `chatcmpl-${id}`, object, created, model }
}

const REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  tools: 'tool_calls',
  filter: 'content_filter',
  paused: 'stop',
}

/** Why an answer ended (wire.md §3.2); after a refusal in words it ended like any other. */
export function finishReason(reason: FinishReason, refused: boolean): string {
  return refused && reason === 'filter' ? 'stop' : REASONS[reason]
}

/** Usage as chat tells it: cached and written tokens are inside the prompt, reasoning is inside the completion (wire.md §3.3). */
export function writeUsage(usage: Usage): Json {
  const prompt = inputTotal(usage) + usage.audioIn + usage.imageIn
  const completion = usage.output + usage.audioOut + usage.imageOut
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
      audio_tokens: usage.audioIn,
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: usage.audioOut },
  }
}

type CallBlock = Extract<Block, { kind: 'call' }>

/** A call with what it was told so far; one without an id gets one that is unique within the answer. */
export function writeCall({ id, name, form }: CallBlock, input: string, place: string): Json {
  const called = { id: id ?? `call_${place}`, type: form }
  return form === 'custom'
    ? { ...called, custom: { name, input } }
    : { ...called, function: { name, arguments: input } }
}

/** More input of a call, in a delta. */
export function moreInput(form: CallBlock['form'], input: string): Json {
  return form === 'custom' ? { custom: { input } } : { function: { arguments: input } }
}

/** A call's signature where Google's own chat layer has it; another vendor's is sealed, so that it is not taken for Google's. */
export function callSignature(signature: Signature): Json {
  const value = signature.origin === 'gemini-generate' ? signature.value : seal(signature)
  return { extra_content: { google: { thought_signature: value } } }
}

/** A page that words of an answer rest on; `text` is where these stand among all of its words. */
export function writeCitation(citation: Citation, text: { start: number; end: number }): Json {
  return { type: 'url_citation', url_citation: annotationFields(citation, text) }
}

/** A picture in the place OpenRouter has for it: chat's own answers have none. */
export function writeImage(mime: string, base64: string): Json {
  return { type: 'image_url', image_url: { url: `data:${mime};base64,${base64}` } }
}
