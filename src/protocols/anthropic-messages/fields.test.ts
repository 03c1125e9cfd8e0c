import { expect, test } from 'vitest'
import { NO_SETTINGS } from '../translate/conversation.ts'
import { droppedFields } from '../translate/dropped.ts'
import { FIELDS } from './fields.ts'
import { readRequest } from './read-request.ts'

/** The fields of a request (wire.md §1.5). */
const TOLD = `model max_tokens messages system tools thinking cache_control container diagnostics inference_geo service_tier
  speed stop_sequences stream user_profile_id workspace_id temperature top_p top_k context_management mcp_servers fallbacks
  fallback_credit_token safeguards tags output_config.effort output_config.format metadata.user_id tool_choice.type
  tool_choice.name tool_choice.disable_parallel_tool_use`

test('every field of the API has its treatment', () => {
  expect(TOLD.split(/\s+/).filter((field) => !(field in FIELDS))).toEqual([])
})

test('every setting is carried by a field, but those that the API does not know', () => {
  const carried = new Set<string>(Object.values(FIELDS))
  const missing = Object.keys(NO_SETTINGS).filter((feature) => !carried.has(feature))
  expect(missing).toEqual(['seed', 'presencePenalty', 'frequencyPenalty', 'verbosity'])
})

const dropped = (body: Record<string, unknown>) =>
  droppedFields(body, { from: FIELDS, to: { max: 'maxTokens', tools: 'tools' }, conversation: readRequest(body) })

test('what is only a hint is dropped by its name', () => {
  const body = { context_management: { edits: [] }, speed: 'fast', top_k: 3, max_tokens: 4, metadata: { user_id: 'u' } }
  expect(dropped({ messages: [], ...body })).toEqual(['context_management', 'speed', 'top_k', 'metadata.user_id'])
})

test.each(['safeguards', 'container', 'mcp_servers', 'thread', 'inference_geo'])(
  '%s is refused by its name',
  (field) => {
    const ask = () => dropped({ messages: [], [field]: [{ type: 'x' }] })
    expect(ask).toThrow(expect.objectContaining({ code: 'not_translatable', status: 400 }))
    expect(ask).toThrow(`\`${field}\``)
  },
)
