import type { FieldTable } from '../translate/codec.ts'

/** What becomes of each field of a chat request where it is asked in another protocol (wire.md §1.1, §3.1). */
export const chatFields: FieldTable = {
  model: 'own',
  stream: 'own',
  stream_options: 'own',
  messages: 'messages',
  tools: 'tools',
  tool_choice: 'toolChoice',
  parallel_tool_calls: 'parallelTools',
  max_completion_tokens: 'maxTokens',
  max_tokens: 'maxTokens',
  temperature: 'temperature',
  top_p: 'topP',
  seed: 'seed',
  // Mistral's name for it.
  random_seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  stop: 'stop',
  reasoning_effort: 'reasoning',
  response_format: 'format',
  verbosity: 'verbosity',
  prompt_cache_key: 'cacheKey',
  safety_identifier: 'user',
  user: 'user',
  service_tier: 'tier',
  web_search_options: 'webSearch',
  // Hints, and what is told beside the answer.
  logit_bias: 'dropped',
  logprobs: 'dropped',
  top_logprobs: 'dropped',
  metadata: 'dropped',
  prediction: 'dropped',
  prompt_cache_options: 'dropped',
  prompt_cache_retention: 'dropped',
  store: 'dropped',
  // Text alone is what every answer is; anything more is refused when the request is read.
  modalities: 'dropped',
  // Without these the answer would be another one than was asked for.
  audio: 'refused',
  function_call: 'refused',
  functions: 'refused',
  moderation: 'refused',
  n: 'refused',
}
