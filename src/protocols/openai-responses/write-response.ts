import { asRecord, type Json } from '../../core/json.ts'
import type { AnswerAbout } from '../translate/codec.ts'

/** How far an answer has come. */
export type Standing =
  | { status: 'in_progress' | 'completed' }
  | { status: 'incomplete'; reason: 'max_output_tokens' | 'content_filter' }

/** The response as its first and last events tell it: what was asked is repeated in it (wire.md §1.2). */
export function writeResponse({ id, model, created, asked }: AnswerAbout, standing: Standing, told: Json): Json {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status: standing.status,
    background: false,
    error: null,
    incomplete_details: standing.status === 'incomplete' ? { reason: standing.reason } : null,
    instructions: asked.instructions ?? null,
    max_output_tokens: asked.max_output_tokens ?? null,
    max_tool_calls: asked.max_tool_calls ?? null,
    model,
    output: [],
    parallel_tool_calls: asked.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: asked.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...asRecord(asked.reasoning) },
    safety_identifier: asked.safety_identifier ?? null,
    service_tier: null,
    store: false,
    temperature: asked.temperature ?? 1,
    text: { format: { type: 'text' }, ...asRecord(asked.text) },
    tool_choice: asked.tool_choice ?? 'auto',
    tools: asked.tools ?? [],
    top_logprobs: 0,
    top_p: asked.top_p ?? 1,
    truncation: asked.truncation ?? 'disabled',
    usage: null,
    user: asked.user ?? null,
    metadata: asked.metadata ?? {},
    ...told,
  }
}
