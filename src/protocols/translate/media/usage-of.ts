import type { Json } from '../../../core/json.ts'
import { inputTotal, type Usage } from '../../../core/usage.ts'

/** The usage of a picture as OpenAI tells it (wire.md §1.3). */
export function imagesUsageOf(usage: Usage): Json {
  const text = inputTotal(usage) + usage.audioIn
  const output = usage.output + usage.imageOut
  return {
    input_tokens: text + usage.imageIn,
    input_tokens_details: { text_tokens: text, image_tokens: usage.imageIn },
    output_tokens: output,
    output_tokens_details: { text_tokens: usage.output, image_tokens: usage.imageOut },
    total_tokens: text + usage.imageIn + output,
  }
}

/** The usage of speech, as its stream tells it. */
export function speechUsageOf(usage: Usage): Json {
  const input = inputTotal(usage)
  const output = usage.output + usage.audioOut
  return { input_tokens: input, output_tokens: output, total_tokens: input + output }
}

/** The usage of a transcript. */
export function transcriptUsageOf(usage: Usage): Json {
  const text = inputTotal(usage)
  const input = text + usage.audioIn
  return {
    type: 'tokens',
    input_tokens: input,
    input_token_details: { text_tokens: text, audio_tokens: usage.audioIn },
    output_tokens: usage.output,
    total_tokens: input + usage.output,
  }
}
