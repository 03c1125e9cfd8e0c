import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRecord, parseExactly } from '../../core/json.ts'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const text = fc.string({ minLength: 1, unit: 'grapheme' })
const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_-]{0,20}$/)
const id = fc.stringMatching(/^call_[a-z0-9]{4}$/)
const base64 = fc.stringMatching(/^[A-Za-z0-9+/]{4,12}$/)
const schema = fc.record({
  type: fc.constant('object'),
  properties: fc.dictionary(name, fc.constant({ type: 'string' })),
})
const inputText = fc.record({ type: fc.constant('input_text'), text })
const url = fc.oneof(
  base64.map((data) => `data:image/png;base64,${data}`),
  fc.constant('https://a.example/b.png'),
)
const image = fc.oneof(
  fc.record({ type: fc.constant('input_image'), image_url: url, detail: fc.constantFrom('low', 'high', 'auto') }),
  fc.record({ type: fc.constant('input_image'), file_id: id }),
)
const file = fc.oneof(
  fc.record({
    type: fc.constant('input_file'),
    filename: name.map((title) => `${title}.pdf`),
    file_data: base64.map((data) => `data:application/pdf;base64,${data}`),
  }),
  fc.record({ type: fc.constant('input_file'), file_url: fc.constant('https://a.example/c.pdf') }),
)
const parts = fc.array(fc.oneof(inputText, image, file), { minLength: 1, maxLength: 3 })
const item = fc.oneof(
  fc.record({ type: fc.constant('message'), role: fc.constant('user'), content: fc.oneof(text, parts) }),
  fc.record({ type: fc.constant('message'), role: fc.constant('developer'), content: fc.tuple(inputText) }),
  fc.record({
    type: fc.constant('message'),
    role: fc.constant('assistant'),
    content: fc.tuple(
      fc.record({ type: fc.constant('output_text'), text }),
      fc.record({ type: fc.constant('refusal'), refusal: text }),
    ),
  }),
  fc.record({
    type: fc.constant('reasoning'),
    summary: fc.array(fc.record({ type: fc.constant('summary_text'), text }), { maxLength: 1 }),
    encrypted_content: base64,
  }),
  fc.record({ type: fc.constant('function_call'), call_id: id, name, arguments: fc.json() }),
  fc.record({ type: fc.constant('custom_tool_call'), call_id: id, name, namespace: name, input: text }),
  fc.record({ type: fc.constant('function_call_output'), call_id: id, output: fc.oneof(text, parts) }),
  fc.record({ type: fc.constant('custom_tool_call_output'), call_id: id, output: fc.string() }),
  fc.record({ type: fc.constant('image_generation_call'), id, result: base64 }),
)
const functionTool = fc.record({
  type: fc.constant('function'),
  name,
  description: text,
  parameters: schema,
  strict: fc.boolean(),
})
const customTool = fc.record(
  {
    type: fc.constant('custom'),
    name,
    format: fc.constant({ type: 'grammar', syntax: 'lark', definition: 'start: x' }),
  },
  { requiredKeys: ['type', 'name'] },
)
const namespace = fc.record({ type: fc.constant('namespace'), name, tools: fc.tuple(functionTool, customTool) })
const format = fc.oneof(
  fc.constant({ type: 'json_object' }),
  fc.record({ type: fc.constant('json_schema'), name, schema, strict: fc.boolean() }),
)
const body = fc.record(
  {
    instructions: text,
    // A user has the first word: a developer's would become the instructions. It is of JSON, as it must be where that is asked for.
    input: fc.array(item, { maxLength: 8 }).map((items) => [{ role: 'user', content: 'In JSON.' }, ...items]),
    // The tools of a namespace are written together, so that one that stands twice would be one.
    tools: fc.uniqueArray(fc.oneof(functionTool, customTool, namespace, fc.constant({ type: 'web_search' })), {
      minLength: 1,
      selector: (tool) => (tool.type === 'namespace' && 'name' in tool ? tool.name : tool),
    }),
    tool_choice: fc.oneof(
      fc.constantFrom('none', 'auto', 'required'),
      fc.record({ type: fc.constant('function'), name }),
      fc.record({
        type: fc.constant('allowed_tools'),
        mode: fc.constantFrom('auto', 'required'),
        tools: fc.array(fc.record({ type: fc.constant('function'), name }), { minLength: 2 }),
      }),
    ),
    parallel_tool_calls: fc.boolean(),
    max_output_tokens: fc.integer({ min: 16, max: 1e6 }),
    temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
    top_p: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    reasoning: fc.record({
      effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
      summary: fc.constantFrom('auto', null),
    }),
    text: fc.record({ format, verbosity: fc.constantFrom('low', 'medium', 'high') }, { requiredKeys: [] }),
    prompt_cache_key: text,
    safety_identifier: text,
    service_tier: fc.constantFrom('auto', 'default', 'flex', 'priority'),
  },
  { requiredKeys: ['input', 'tools'] },
)

const asked = { path: '/v1/responses' }
const to = { model: 'up', maxOutput: null, stream: true, quirks: {} }

test('whatever is asked for in mapped fields is asked for again, word by word', () => {
  fc.assert(
    fc.property(body, (request) => {
      const conversation = readRequest(request, asked)
      const { body: written, lost } = writeRequest(conversation, to)
      expect(readRequest(asRecord(parseExactly(JSON.stringify(written))), asked)).toEqual(conversation)
      expect(lost).toEqual([])
      expect(Object.keys(written)).toEqual(expect.arrayContaining(Object.keys(request).filter((key) => key !== 'text')))
    }),
  )
})
