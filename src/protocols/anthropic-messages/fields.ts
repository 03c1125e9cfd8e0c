import type { FieldTable } from '../translate/codec.ts'

/**
 * What becomes of each field of a request (wire.md §1.5) that goes to another protocol. What the vendor's servers would do
 * or keep for the caller is refused; hints about speed, caching and billing are dropped.
 */
export const FIELDS: FieldTable = {
  model: 'own',
  stream: 'own',
  max_tokens: 'maxTokens',
  messages: 'messages',
  system: 'messages',
  tools: 'tools',
  // No field of its own: a tool of the vendor's in the list of tools.
  'tools[web_search]': 'webSearch',
  'tool_choice.type': 'toolChoice',
  'tool_choice.name': 'toolChoice',
  'tool_choice.disable_parallel_tool_use': 'parallelTools',
  thinking: 'reasoning',
  'output_config.effort': 'reasoning',
  'output_config.format': 'format',
  'output_config.task_budget': 'dropped',
  output_format: 'format',
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  stop_sequences: 'stop',
  'metadata.user_id': 'user',
  service_tier: 'tier',
  // Written as a hint on the last block when a caller names a cached beginning, and read as a name when it says who the user is.
  cache_control: 'cacheKey',
  speed: 'dropped',
  context_management: 'dropped',
  compaction: 'dropped',
  diagnostics: 'dropped',
  fallbacks: 'dropped',
  fallback_credit_token: 'dropped',
  billing_policy: 'dropped',
  tags: 'dropped',
  user_profile_id: 'dropped',
  workspace_id: 'dropped',
  betas: 'dropped',
  // Claude Code then does the check by itself (wire.md §2.1).
  safeguards: 'refused',
  container: 'refused',
  mcp_servers: 'refused',
  thread: 'refused',
  inference_geo: 'refused',
}
