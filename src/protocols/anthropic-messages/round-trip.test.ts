import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'
import { writeRequest } from './write-request.ts'

const words = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => text.trim() !== '' && text.trimEnd() === text)
const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,20}$/)
const hint = fc.option(fc.constantFrom({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '1h' }), { nil: undefined })
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const list = <T>(value: fc.Arbitrary<T>, most = 3) => fc.array(value, { minLength: 1, maxLength: most })

const text = fc.record({ type: fc.constant('text'), text: words })
const source = fc.oneof(
  fc.record({ type: fc.constant('base64'), media_type: fc.constant('application/pdf'), data: fc.base64String() }),
  fc.record({ type: fc.constant('url'), url: fc.webUrl() }),
)
const image = fc.record({ type: fc.constant('image'), source, cache_control: hint })
const document = fc.record({ type: fc.constant('document'), source, title: some(words) })
const shown = fc.oneof(text, image, document)
const thinking = fc.record({
  type: fc.constant('thinking'),
  thinking: fc.string(),
  signature: fc.base64String({ minLength: 4 }),
})
const redacted = fc.record({ type: fc.constant('redacted_thinking'), data: fc.base64String() })
const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true })
const use = fc.record({ type: fc.constant('tool_use'), id: name, name, input })
const result = fc.record({
  type: fc.constant('tool_result'),
  tool_use_id: name,
  content: some(list(shown)),
  is_error: fc.constant(true),
})

const user = fc
  .tuple(fc.array(result, { maxLength: 2 }), list(shown))
  .map(([results, said]) => ({ role: 'user', content: [...results, ...said] }))
const told = some(list(text)).map((content) => (content ? [{ role: 'system', content }] : []))
const assistant = fc
  .tuple(fc.array(fc.oneof(thinking, redacted), { maxLength: 2 }), list(fc.oneof(text, use)))
  .map(([thoughts, said]) => ({ role: 'assistant', content: [...thoughts, ...said] }))
const turn = fc.tuple(user, told, assistant).map(([one, later, other]) => [one, ...later, other])
const messages = fc.tuple(fc.array(turn, { maxLength: 3 }), user).map(([turns, last]) => cached(turns.flat(), last))

/** A history of calls without any hint would get one on its last block, so it has one there. */
function cached(before: readonly object[], last: { role: string; content: object[] }): object[] {
  const said = JSON.stringify([...before, last])
  if (!said.includes('"tool_use"') || said.includes('"cache_control":')) return [...before, last]
  const block = { ...last.content.at(-1), cache_control: { type: 'ephemeral' } }
  return [...before, { ...last, content: last.content.with(-1, block) }]
}

// Three tools of eight: a request may hold 24 optional parameters of strict ones (`strict-limits.ts`).
const schema = fc
  .dictionary(name, fc.constantFrom({ type: 'string' }, { type: 'integer' }), { maxKeys: 8 })
  .map((properties) => ({
    type: 'object',
    properties: { ...properties },
    additionalProperties: false,
  }))
const tool = fc.record({ name, description: some(words), input_schema: schema, strict: some(fc.boolean()) })
const tools = fc.uniqueArray(tool, { minLength: 1, maxLength: 3, selector: (one) => one.name })
const choice = fc.oneof(
  fc.record({ type: fc.constantFrom('auto', 'any'), disable_parallel_tool_use: some(fc.boolean()) }),
  fc.constant({ type: 'none' }),
)
const effort = fc.constantFrom('low', 'medium', 'high', 'xhigh', 'max')
const display = some(fc.constantFrom('summarized', 'omitted'))

const common = {
  max_tokens: fc.integer({ min: 20_000, max: 128_000 }),
  messages,
  system: some(list(text)),
  stop_sequences: some(list(words)),
  metadata: some(fc.record({ user_id: words })),
  service_tier: some(fc.constantFrom('auto', 'standard_only')),
}
/** A conversation may hold calls, which is not possible without a tool. */
const offered = fc.constant([{ name: 'f', input_schema: { type: 'object' } }])
const thoughtful = fc.record({
  ...common,
  tools: offered,
  model: fc.constant('claude-opus-4-8'),
  thinking: fc.oneof(fc.record({ type: fc.constant('adaptive'), display }), fc.constant({ type: 'disabled' })),
  output_config: some(fc.record({ format: fc.record({ type: fc.constant('json_schema'), schema }) })),
})
const hardThinking = fc.record({
  ...common,
  tools: offered,
  model: fc.constant('claude-opus-5-5'),
  thinking: fc.record({ type: fc.constant('adaptive'), display }),
  output_config: fc.record({ effort }),
})
const choosing = fc.record({ ...common, model: fc.constant('claude-opus-4-8'), tools, tool_choice: some(choice) })
const sampled = fc
  .record({
    ...common,
    model: fc.constant('claude-opus-4-8'),
    messages: fc.constant([{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]),
  })
  .chain((body) =>
    fc
      .record({
        temperature: fc.double({ min: 0, max: 1, noNaN: true }),
        top_k: fc.nat(),
      })
      .map((sampling) => ({ ...body, ...sampling, model: 'claude-sonnet-4-5' })),
  )

const written = (body: Record<string, unknown>) =>
  writeRequest(readRequest(body), { model: String(body.model), maxOutput: null, stream: false, quirks: {} })
/** As it is on the wire: without fields that are not there, and without the sign of zero. */
const onTheWire = (body: object): unknown => JSON.parse(JSON.stringify(body))

test.each([
  ['thinks', thoughtful],
  ['thinks hard', hardThinking],
  ['chooses among tools', choosing],
  ['is sampled', sampled],
])('a request that %s comes back the same, and means the same', (_name, bodies) => {
  fc.assert(
    fc.property(bodies, (asked) => {
      const body = onTheWire(asked) as Record<string, unknown>
      const { body: back, lost } = written(body)
      expect(onTheWire(back)).toEqual(onTheWire(hinted(body)))
      expect(lost).toEqual([])
      expect(readRequest(back)).toEqual(readRequest(hinted(body)))
    }),
    { numRuns: 150 },
  )
})

/** The body with its last four hints, which are as many as are taken. */
function hinted(body: Record<string, unknown>): Record<string, unknown> {
  let left = JSON.stringify(body).split('"cache_control"').length - 1 - 4
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key !== 'cache_control' || left <= 0) return value
    left -= 1
    return undefined
  }) as Record<string, unknown>
}
