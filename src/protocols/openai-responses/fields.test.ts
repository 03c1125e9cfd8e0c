import { expect, test } from 'vitest'
import { NO_SETTINGS } from '../translate/conversation.ts'
import { fields } from './fields.ts'

/** The fields of a request that wire.md §1.2 lists, and the one that Codex adds. */
const LISTED =
  'access_programs background client_metadata context_management conversation image include input instructions ' +
  'max_output_tokens max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt ' +
  'prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream ' +
  'stream_options temperature text tool_choice tools top_logprobs top_p truncation user'

test('the table holds every field there is, and no other', () => {
  expect(new Set(Object.keys(fields).map((field) => field.split(/[.[]/)[0]))).toEqual(new Set(LISTED.split(' ')))
})

test('of what others can say, everything but stop and the odd ways to sample has a place', () => {
  const sayable = new Set<string>(Object.values(fields))
  const missing = Object.keys(NO_SETTINGS).filter((feature) => !sayable.has(feature))
  expect(missing).toEqual(['topK', 'seed', 'presencePenalty', 'frequencyPenalty', 'stop'])
})
