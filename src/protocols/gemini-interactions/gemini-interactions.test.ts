import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { geminiInteractions } from './gemini-interactions.ts'

const PATH = '/v1beta/interactions'
const read = (body: string | object, path = PATH) =>
  geminiInteractions.read({
    path,
    query: new URLSearchParams(),
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })

test('interactions are made at their folder of any version, and nothing else is', () => {
  const paths = ['/v1/interactions', '/v1beta/interactions', '/v1alpha/interactions']
  expect(paths.every((path) => geminiInteractions.serves(path))).toBe(true)
  const others = ['/v2/interactions', '/v1beta/interactions/v1_a', '/v1beta/models/m:generateContent', '/interactions']
  expect(others.some((path) => geminiInteractions.serves(path))).toBe(false)
})

test('every byte but those of the model goes on, at the version that was asked', () => {
  const body = '{ "input":"héllo", "model" : "models/gemini-3.8-flash","store":false, "x":[1.0] }'
  const turn = read(body, '/v1/interactions')
  expect(turn).toMatchObject({ model: 'gemini-3.8-flash', stream: false, maxTokens: null })
  const { path, query, body: sent } = turn.addressedTo('gemini-3.8-flash-001')
  expect([path, query]).toEqual(['/v1/interactions', undefined])
  expect(Buffer.from(sent).toString()).toBe(
    '{ "input":"héllo", "model" : "gemini-3.8-flash-001","store":false, "x":[1.0] }',
  )
})

test('the length that is asked for and the searches that may be made are held for', () => {
  const asked = { model: 'm', stream: true, input: 'x', generation_config: { max_output_tokens: 77 } }
  expect(read(asked)).toMatchObject({ stream: true, maxTokens: 77 })
  const searching = read({ ...asked, tools: [{ type: 'google_search' }] })
  expect(searching.worst?.('gemini-3.8-flash')).toEqual({ searches: 10 })
  expect(searching.worst?.('gemini-2.5-flash')).toEqual({ searches: 1 })
  expect(read(asked).worst?.('gemini-3.8-flash')).toEqual({ searches: 0 })
})

test.each([
  [{ input: 'x' }, '`model` must be a string of 1 to 200 characters'],
  [{ agent: 'deep-research', input: 'x', background: true }, '`agent` is not offered here: name a `model`'],
  [{ model: 'm', environment: 'env_1', input: 'x' }, '`environment` is not offered here: name a `model`'],
  [{ model: 'm', background: true, input: 'x' }, '`background` is possible with `stream` only'],
  [{ model: 'm', background: 'true', input: 'x' }, '`background` is possible with `stream` only'],
])('%j is refused', (body, reason) => {
  expect(() => read(body)).toThrow(new GatewayError('body_invalid', { reason }))
})

test('a field is written in one way: Google would read the other, by which nobody here looks for it', () => {
  for (const field of ['previousInteractionId', 'generationConfig', 'previous\\u0049nteractionId'])
    expect(() => read(`{"model":"m","input":"x","${field}":{}}`), field).toThrow(/snake_case/)
})

test('the length that is held for is the one that is asked for, however it is written', () => {
  const most = (text: string) => read(`{"model":"m","input":"x",${text}}`).maxTokens
  expect(most('"generation_config":{"max_output_tokens":1,"maxOutputTokens":65536}')).toBe(65_536)
  expect(() =>
    most('"generation_config":{"max_output_tokens":65536},"generation_config":{"max_output_tokens":1}'),
  ).toThrow(/stands twice/)
})

test('what Google’s parser would read all the same is refused, though JSON has no such escape', () => {
  for (const field of ['"agent":"\\deep-research"', '"environment":"en\\v_1"', '"m\\odel":"other"'])
    expect(() => read(`{"model":"m",${field},"input":"x"}`), field).toThrow(/well-formed/)
})

test('what an answer is kept as is told by nobody but the request', () => {
  const answer = Buffer.from('{"id":"v1_a","status":"completed","steps":[],"model":"m"}')
  const keptOf = (body: object) => {
    const tap = read({ model: 'm', input: 'x', ...body }).tap()
    tap.push(answer)
    tap.flush()
    return tap.seen.kept
  }
  expect([keptOf({}), keptOf({ store: true }), keptOf({ store: false })]).toEqual(['v1_a', 'v1_a', undefined])
})

test('an answer that is not made yet is kept for nobody, as what it will use is told only to who fetches it', () => {
  const keptOf = (status: string) => {
    const tap = read({ model: 'm', input: 'x' }).tap()
    tap.push(Buffer.from(JSON.stringify({ id: 'v1_a', status, model: 'm' })))
    tap.flush()
    return tap.seen.kept !== undefined
  }
  expect(['in_progress', 'queued', 'completed', 'requires_action'].map(keptOf)).toEqual([false, false, true, true])
})

test('an answer that came whole tells what it used, and the searches of its steps where the usage does not count them', () => {
  const seenOf = (answer: object) => {
    const tap = read({ model: 'm', input: 'x' }).tap()
    tap.push(Buffer.from(JSON.stringify(answer)))
    tap.flush()
    return tap.seen
  }
  const usage = { total_input_tokens: 10, total_output_tokens: 5, total_thought_tokens: 3, total_tool_use_tokens: 2 }
  const search = { type: 'google_search_call', id: 's', arguments: { queries: ['a', 'b'] } }
  const answer = { id: 'v1_a', status: 'completed', model: 'gemini-3.8-flash', steps: [search], usage }
  expect(seenOf(answer)).toMatchObject({
    terminal: true,
    model: 'gemini-3.8-flash',
    usage: { input: 12, output: 8, reasoning: 3, searches: 2, requests: 1 },
  })
  expect(seenOf({ ...answer, model: 'gemini-2.5-pro' }).usage?.searches).toBe(1)
  const spoken = { ...usage, input_tokens_by_modality: [{ modality: 'audio', tokens: 7 }] }
  expect(seenOf({ ...answer, usage: spoken }).usage).toMatchObject({ input: 5, audioIn: 7 })
  expect(seenOf({ ...answer, status: 'failed' })).toMatchObject({ failure: 'failed', usage: { input: 12 } })
  expect(seenOf({ error: { message: 'no', code: 'invalid_request' } })).toMatchObject({
    failure: 'invalid_request',
    callers: true,
  })
  expect(seenOf({ hello: 1 }).terminal).toBe(false)
})

test('of an answer that breaks off count the searches whose finds have come, the sound and the pictures, as no usage has told them', () => {
  const seenOf = (model: string, ...events: object[]) => {
    const tap = read({ model: 'm', input: 'x', stream: true }).tap()
    const created = { event_type: 'interaction.created', interaction: { id: 'v1_a', model } }
    for (const event of [created, ...events]) tap.push(Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
    return tap.seen
  }
  const began = { event_type: 'step.start', step: { type: 'google_search_call', id: 's', arguments: {} } }
  const asked = { type: 'google_search_call', arguments: { queries: ['a', 'b'] } }
  const search = [began, { event_type: 'step.delta', delta: asked }]
  const found = { event_type: 'step.start', step: { type: 'google_search_result', call_id: 's', result: [] } }
  expect(seenOf('gemini-3.8-flash', ...search).searches).toBeUndefined()
  expect(seenOf('gemini-3.8-flash', ...search, found)).toMatchObject({ searches: 2, usage: null })
  expect(seenOf('gemini-2.5-pro', ...search, found).searches).toBe(1)
  const second = { type: 'audio', mime_type: 'audio/l16', data: Buffer.alloc(48_000).toString('base64') }
  const said = { event_type: 'step.delta', delta: second }
  expect(seenOf('gemini-3.8-flash', said, said)).toMatchObject({ soundTokens: 40, usage: null })
  const shown = { event_type: 'step.delta', delta: { type: 'image', mime_type: 'image/png', data: 'iVBORw0KGgo=' } }
  expect(seenOf('gemini-3.8-flash', shown, shown)).toMatchObject({ imageTokens: 2240, usage: null })
})

test('a refusal and a break are told as Google tells them of interactions', () => {
  const about = {
    locale: 'en',
    requestId: 'r',
    asked: { path: `${PATH}/v1_a/cancel`, query: new URLSearchParams() },
  } as const
  const busy = geminiInteractions.errors.refuse(new GatewayError('rate_limited', { seconds: 7 }), about)
  expect(busy).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  expect(JSON.parse(busy.body)).toEqual({ error: { message: expect.any(String), code: 'rate_limit_exceeded' } })
  const broken = geminiInteractions.errors.breakOff(new GatewayError('upstream_failed'), about).toString()
  expect(broken).toMatch(/^event: error\ndata: \{"error":\{"message":".+","code":"\w+"\},"event_type":"error"\}\n\n$/)
})
