import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openaiChatCodec as codec } from './codec.ts'

const words = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
const name = fc.stringMatching(/^[a-z_]{1,12}$/)
const text = fc.record({ type: fc.constant('text'), text: words })
const texts = fc.oneof(words, fc.array(text, { minLength: 1, maxLength: 3 }))
const base64 = fc.base64String({ minLength: 4, maxLength: 12 })
const image = fc.record({
  type: fc.constant('image_url'),
  image_url: fc.record(
    {
      url: fc.oneof(
        base64.map((data) => `data:image/png;base64,${data}`),
        fc.webUrl(),
      ),
      detail: fc.constantFrom('low', 'high', 'auto'),
    },
    { requiredKeys: ['url'] },
  ),
})
const file = fc.record({
  type: fc.constant('file'),
  file: fc.oneof(
    fc.record({ file_id: name }),
    fc.record({
      filename: name.map((title) => `${title}.pdf`),
      file_data: base64.map((data) => `data:application/pdf;base64,${data}`),
    }),
  ),
})
const audio = fc.record({
  type: fc.constant('input_audio'),
  input_audio: fc.record({ data: base64, format: fc.constantFrom('wav', 'mp3') }),
})
const said = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer'), content: texts }),
  fc.record({
    role: fc.constant('user'),
    content: fc.oneof(texts, fc.array(fc.oneof(text, image, file, audio), { minLength: 1, maxLength: 4 })),
  }),
)
const input = fc.oneof(fc.constant('{}'), fc.json(), fc.constant('{"n":12345678901234567890}'))
const call = fc.oneof(
  fc.record({ type: fc.constant('function'), function: fc.record({ name, arguments: input }) }),
  fc.record({ type: fc.constant('custom'), custom: fc.record({ name, input: words }) }),
)
/** A turn of the model, and the results of what it called. */
const turn = fc
  .tuple(fc.option(texts), fc.option(words), fc.array(call, { maxLength: 3 }), texts, fc.nat())
  .map(([content, refusal, called, result, n]) => {
    const tool_calls = called.map((each, i) => ({ id: `call_${n}_${i}`, ...each }))
    const results = tool_calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: result }))
    const message = {
      role: 'assistant',
      content,
      ...(refusal !== null && { refusal }),
      ...(called.length > 0 && { tool_calls }),
    }
    return [message, ...results]
  })
// JSON is spoken of, as whoever asks for it must.
const messages = fc
  .array(fc.tuple(said, turn), { maxLength: 4 })
  .map((pairs) => [...pairs.flatMap(([one, two]) => [one, ...two]), { role: 'user', content: 'In JSON.' }])

const schema = fc.dictionary(name, fc.jsonValue())
const parameters = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(name, fc.constant({ type: 'string' })),
})
const tool = fc.oneof(
  fc.record({
    type: fc.constant('function'),
    function: fc.record(
      { name, description: words, parameters, strict: fc.boolean() },
      { requiredKeys: ['name', 'parameters'] },
    ),
  }),
  fc.record({
    type: fc.constant('custom'),
    custom: fc.record(
      {
        name,
        description: words,
        format: fc.record({
          type: fc.constant('grammar'),
          grammar: fc.record({ syntax: fc.constant('lark'), definition: words }),
        }),
      },
      { requiredKeys: ['name'] },
    ),
  }),
)
const choice = fc.oneof(
  fc.constantFrom('none', 'auto', 'required'),
  name.map((each) => ({ type: 'function', function: { name: each } })),
  fc.array(name, { minLength: 2, maxLength: 3 }).map((names) => ({
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: names.map((each) => ({ type: 'function', function: { name: each } })) },
  })),
)
const tooling = fc.record(
  { tools: fc.array(tool, { minLength: 1, maxLength: 3 }), tool_choice: choice, parallel_tool_calls: fc.boolean() },
  { requiredKeys: ['tools'] },
)
const number = fc.double({ min: -2, max: 2, noNaN: true })
const settings = fc.record(
  {
    max_completion_tokens: fc.nat(),
    temperature: number,
    top_p: number,
    seed: fc.integer(),
    presence_penalty: number,
    frequency_penalty: number,
    stop: fc.array(words, { minLength: 1, maxLength: 4 }),
    reasoning_effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
    response_format: fc.oneof(
      fc.constant({ type: 'json_object' }),
      fc.record({
        type: fc.constant('json_schema'),
        json_schema: fc.record(
          { name, description: words, schema, strict: fc.boolean() },
          { requiredKeys: ['name', 'schema'] },
        ),
      }),
    ),
    verbosity: fc.constantFrom('low', 'medium', 'high'),
    prompt_cache_key: words,
    safety_identifier: words,
    service_tier: fc.constantFrom('auto', 'default', 'flex', 'priority'),
    web_search_options: fc.constant({}),
  },
  { requiredKeys: [] },
)

const asked = { path: '/v1/chat/completions', query: new URLSearchParams() }
const to = { model: 'up', maxOutput: null, stream: false, quirks: {} }

test('a request that is read, written and read again is the same, and no field of it is missing', () => {
  fc.assert(
    fc.property(messages, settings, fc.option(tooling), (said_, set, tools) => {
      const body = { model: 'm', messages: said_, ...set, ...tools }
      const conversation = codec.readRequest(body, asked)
      const written = codec.writeRequest(conversation, to)
      expect(codec.readRequest(written.body, asked)).toEqual(conversation)
      expect(Object.keys(written.body).toSorted()).toEqual(Object.keys(body).toSorted())
      expect(written.lost).toEqual([])
    }),
  )
})
