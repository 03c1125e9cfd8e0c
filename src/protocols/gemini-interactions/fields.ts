import type { FieldTable } from '../translate/codec.ts'

/**
 * What becomes of each field of an interaction in another protocol (wire.md §1.6). What depends on a field's value, as with the
 * modalities that are asked for, is `own`: it is refused where the request is read.
 */
export const fields: FieldTable = {
  model: 'own',
  stream: 'own',
  store: 'own',
  input: 'messages',
  system_instruction: 'messages',
  tools: 'tools',
  'tools[google_search]': 'webSearch',
  service_tier: 'tier',
  response_format: 'format',
  response_mime_type: 'format',
  response_modalities: 'own',
  safety_settings: 'dropped',
  labels: 'dropped',
  webhook_config: 'refused',
  background: 'refused',
  agent: 'refused',
  agent_config: 'refused',
  environment: 'refused',
  cached_content: 'refused',
  continuation_token: 'refused',
  previous_interaction_id: 'refused',
  'generation_config.temperature': 'temperature',
  'generation_config.top_p': 'topP',
  'generation_config.max_output_tokens': 'maxTokens',
  'generation_config.stop_sequences': 'stop',
  'generation_config.seed': 'seed',
  'generation_config.tool_choice': 'toolChoice',
  'generation_config.thinking_level': 'reasoning',
  'generation_config.thinking_summaries': 'reasoning',
  'generation_config.speech_config': 'dropped',
  'generation_config.image_config': 'dropped',
  'generation_config.video_config': 'dropped',
  'generation_config.transcription_config': 'dropped',
}
