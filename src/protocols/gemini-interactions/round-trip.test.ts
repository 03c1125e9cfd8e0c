import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { geminiInteractionsCodec as codec } from './codec.ts'

const read = (body: Json) => codec.readRequest(body, { path: '/v1beta/interactions', query: new URLSearchParams() })

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const name = fc.constantFrom('get_weather', 'f')
const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.oneof(text, fc.integer(), fc.boolean()), {
  maxKeys: 3,
  noNullPrototype: true,
})
const words = text.map((one) => ({ type: 'text', text: one }))
const picture = fc.oneof(
  fc.record({
    type: fc.constant('image'),
    data: fc.base64String({ minLength: 4 }),
    mime_type: fc.constant('image/png'),
  }),
  fc.record({ type: fc.constant('image'), uri: fc.webUrl(), mime_type: fc.constant('image/png') }),
)
const document = fc.record({
  type: fc.constant('document'),
  data: fc.base64String({ minLength: 4 }),
  mime_type: fc.constant('application/pdf'),
})
const signature = fc.base64String({ minLength: 4, maxLength: 12 })

const said = fc
  .array(fc.oneof(words, picture, document), { minLength: 1, maxLength: 3 })
  .map((content) => [{ type: 'user_input', content }])
const answered = fc.array(words, { minLength: 1, maxLength: 2 }).map((content) => [{ type: 'model_output', content }])
const thought = fc.record({ signature, summary: fc.array(words, { minLength: 1, maxLength: 1 }) }).map((one) => [
  { type: 'thought', ...one },
  { type: 'model_output', content: [{ type: 'text', text: 'x' }] },
])

/** Calls that are made at once, the first of them signed by a thought, and what came of each. */
const toolSteps = fc
  .record({
    signature,
    calls: fc.array(fc.record({ id: fc.uuid(), name, args: object, result: text, failed: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map((told) => [
    { type: 'thought', signature: told.signature },
    ...told.calls.map((one) => ({ type: 'function_call', id: one.id, name: one.name, arguments: one.args })),
    ...told.calls.map((one) => ({
      type: 'function_result',
      call_id: one.id,
      name: one.name,
      result: one.result,
      ...(one.failed && { is_error: true }),
    })),
  ])

const generation_config = fc.record(
  {
    temperature: fc.double({ noNaN: true, min: 0, max: 2 }),
    top_p: fc.double({ noNaN: true, min: 0, max: 1 }),
    seed: fc.nat(),
    max_output_tokens: fc.integer({ min: 1, max: 100_000 }),
    stop_sequences: fc.array(text, { minLength: 1, maxLength: 5 }),
    thinking_level: fc.constantFrom('low', 'medium', 'high'),
    thinking_summaries: fc.constantFrom('auto', 'none'),
  },
  { requiredKeys: [] },
)
const tool_choice = fc.oneof(
  fc.constantFrom('auto', 'any', 'none'),
  fc.record({
    allowed_tools: fc.record({ mode: fc.constantFrom('any', 'validated'), tools: fc.array(name, { minLength: 1 }) }),
  }),
)
const schema = fc.constantFrom<Json>({ type: 'object', properties: { city: { type: 'string' } } }, {})

const body = fc.record(
  {
    system_instruction: text,
    input: fc
      .array(fc.oneof(said, answered, thought, toolSteps), { minLength: 1, maxLength: 5 })
      .map((turns) => turns.flat()),
    tools: fc.oneof(
      fc.array(fc.record({ name, description: text, parameters: schema }, { requiredKeys: ['name'] }), {
        minLength: 1,
      }),
      fc.constant(null),
    ),
    generation_config,
    tool_choice,
    response_format: fc.oneof(
      fc.constant({ type: 'text', mime_type: 'application/json' }),
      schema.map((one) => ({ type: 'text', mime_type: 'application/json', schema: one })),
    ),
    service_tier: fc.constantFrom('standard', 'flex', 'priority'),
  },
  { requiredKeys: ['input'] },
)

const upstream = { model: 'gemini-3.5-pro', maxOutput: null, stream: false, quirks: {} }

test('a request that is read, written and read again says the same, and keeps its fields', () => {
  fc.assert(
    fc.property(body, ({ tools, tool_choice: choice, ...asked }) => {
      const offered = tools?.map((tool) => ({ type: 'function', ...tool })) ?? [{ type: 'google_search' }]
      const chosen = tools && choice && { generation_config: { ...asked.generation_config, tool_choice: choice } }
      const sent = JSON.parse(JSON.stringify({ ...asked, ...chosen, tools: offered })) as Json
      const conversation = read(sent)
      const { body: written, lost } = codec.writeRequest(conversation, upstream)
      const again = JSON.parse(JSON.stringify(written)) as Json
      expect(read(again)).toEqual(conversation)
      expect(lost).toEqual([])
      const { input: _said, ...fields } = sent
      expect(again).toMatchObject(fields)
    }),
    { numRuns: 300 },
  )
})
