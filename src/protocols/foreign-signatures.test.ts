import { expect, test } from 'vitest'
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts'
import { geminiGenerate } from './gemini-generate/gemini-generate.ts'
import { geminiInteractions } from './gemini-interactions/gemini-interactions.ts'
import { openaiChat } from './openai-chat/openai-chat.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { messageBatch } from './pass-through/batch-requests.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { Protocol } from './protocol.ts'

const PATHS: Readonly<Record<string, string>> = {
  'anthropic-messages': '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'gemini-generate': '/v1beta/models/m:generateContent',
  'gemini-interactions': '/v1beta/interactions',
}
/** What a model behind its own protocol is sent of a body. */
const sent = (protocol: Protocol, body: string, model = 'm', path = PATHS[protocol.id] ?? '') => {
  const turn = protocol.read({ path, query: new URLSearchParams(), body: Buffer.from(body) })
  return Buffer.from(turn.addressedTo(model).body).toString()
}
/** Removes texts from a text. */
const without = (text: string, ...gone: string[]) => gone.reduce((left, each) => left.replace(each, ''), text)

const SEALED = '{"type":"thinking","thinking":"hm","signature":"ym1.g.SIG"}'
const ON_CALL = '{"type":"thinking","thinking":"","signature":"ym1.gc.SIG"}'
const EMPTY = '{"type":"thinking","thinking":"from a chat","signature":""}'
const OWN = '{"type":"thinking","thinking":"mine \\"ym1.g.x\\" \\ud800","signature":"EqQB"}'
const CALL = '{"type":"tool_use","id":"t","name":"f","input":{"n":12345678901234567890, "signature":""}}'
const messages = (...assistant: string[]) =>
  `{ "model":"m", "messages":[{"role":"user","content":"hi"},${assistant
    .map((content) => `{"role":"assistant", "content":[${content}]},`)
    .join(
      '',
    )}{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"\\"signature\\":\\"ym1.g.x\\""}]}],\n "top":1.10}`

test('Claude gets none of the thoughts that others have signed, or nobody, and everything else as it came', () => {
  const body = messages(`${SEALED},${OWN}, ${ON_CALL},${CALL}`, `${CALL},${EMPTY}`)
  const expected = messages(`${OWN},${CALL}`, CALL).replace('"model":"m"', '"model":"claude-opus-5-5"')
  expect(sent(anthropicMessages, body, 'claude-opus-5-5')).toBe(expected)
})

test('a message that held only such thoughts is left out, as an empty one is refused', () => {
  const whole = `{"role":"assistant", "content":[${SEALED}, ${EMPTY}]},`
  expect(sent(anthropicMessages, messages(`${SEALED}, ${EMPTY}`), 'claude')).toBe(
    without(messages(`${SEALED}, ${EMPTY}`), whole).replace('"m"', '"claude"'),
  )
})

test('a model of another vendor behind Anthropic’s protocol keeps its own unsigned thoughts, and gets none that are sealed', () => {
  const body = messages(`${SEALED},${EMPTY},${CALL}`)
  expect(sent(anthropicMessages, body)).toBe(messages(`${EMPTY},${CALL}`))
})

test.each([
  ['Claude', anthropicMessages, 'claude', messages(`${OWN},${CALL}`)],
  [
    'OpenAI',
    openaiResponses,
    'gpt',
    '{"model":"m","input":[{"type":"reasoning","id":"rs_0a1b2c3d4e5f","summary":[]}]}',
  ],
  [
    'Google',
    geminiGenerate,
    'gemini-3-pro',
    '{"contents":[{"parts":[{"text":"\\"eW0xL\\"","thoughtSignature":"eW0"}]}]}',
  ],
  [
    'Google, of interactions,',
    geminiInteractions,
    'gemini-3-pro',
    '{"model":"m","input":[{"type":"thought","signature":"eW0","summary":[{"type":"text","text":"\\"eW0xL\\""}]}]}',
  ],
])('what %s signed stays byte for byte', (_name, protocol, model, body) => {
  expect(sent(protocol, body, model)).toBe(body.replace('"model":"m"', `"model":"${model}"`))
})

test('OpenAI gets none of the thoughts that others have signed, nor items by an id that was made here', () => {
  const sealed = '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"ym1.gc.SIG"}'
  const unsigned = '{"type":"reasoning","id":"rs_019a0000-0000-7000-8000-000000000001_0","summary":[{"text":"hm"}]}'
  const own = '{"type":"reasoning","id":"rs_0a1b2c3d4e5f","summary":[],"encrypted_content":"gAAA"}'
  const call = '{"type":"function_call","call_id":"c","name":"f","arguments":"{\\"n\\":1.10}"}'
  const body = (...items: string[]) => `{"input":[{"role":"user","content":"hi"},${items.join(',')}], "model":"m"}`
  expect(sent(openaiResponses, body(sealed, call, own, unsigned))).toBe(body(call, own))
  expect(sent(openaiResponses, body(unsigned, call))).toBe(body(call))
})

test('chat that goes on as it came holds no thoughts that were sealed here', () => {
  const detail = (signature: string) =>
    `{"type":"reasoning.text","text":"hm","signature":"${signature}","format":"anthropic-claude-v1","index":0}`
  const body = (...details: string[]) =>
    `{"messages":[{"role":"user","content":"\\"ym1.a.x\\""},{"role":"assistant","content":"b","reasoning_details":[${details.join(', ')}]}],"n":1, "model":"m"}`
  expect(sent(openaiChat, body(detail('ym1.a.SIG'), detail('EqQB')))).toBe(body(detail('EqQB')))
  expect(sent(openaiChat, body(detail('EqQB')))).toBe(body(detail('EqQB')))
})

const seal = (text: string) => Buffer.from(text).toString('base64')

test('Google gets its stand-in for a call that another vendor signed, and no signature where none must be', () => {
  const body = (call: string, words: string) =>
    `{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f","args":{"n":12345678901234567890}}, "thoughtSignature" : "${call}"},{"text":"hm","thought":true,"thought_signature":"${words}"}]}]}`
  const foreign = body(seal('ym1.a.SIG'), seal('ym1.o.SIG'))
  expect(sent(geminiGenerate, foreign, 'gemini-3.8-flash')).toBe(body('skip_thought_signature_validator', ''))
  expect(sent(geminiGenerate, foreign, 'gemini-2.5-pro')).toBe(body('', ''))
})

test('a part that was there for another vendor’s signature alone is left out', () => {
  const empty = `{"text":"","thoughtSignature":"${seal('ym1.a.SIG')}"}`
  const body = (...contents: string[]) => `{"contents":[{"parts":[{"text":"hi"}]}${contents.join('')}]}`
  expect(
    sent(geminiGenerate, body(`,{"role":"model","parts":[{"text":"Hi"},${empty}]}`, `,{"parts":[${empty}]}`)),
  ).toBe(body(',{"role":"model","parts":[{"text":"Hi"}]}'))
})

test('of an interaction another vendor’s signature becomes what stands for one, and before Gemini 3 such a thought goes', () => {
  const thought = (signature: string) => `{"type":"thought", "signature" : "${signature}","summary":[]}`
  const call = (signature: string) =>
    `{"type":"function_call","id":"c","arguments":{"n":1.10},"signature":"${signature}"}`
  const body = (...steps: string[]) =>
    `{"input":[{"type":"user_input","content":"hi"},${steps.join(',')}],"store":false, "model":"m"}`
  const foreign = body(thought(seal('ym1.a.SIG')), call(seal('ym1.o.SIG')), thought('EqQB'))
  const stands = 'skip_thought_signature_validator'
  expect(sent(geminiInteractions, foreign)).toBe(body(thought(stands), call(stands), thought('EqQB')))
  expect(sent(geminiInteractions, foreign, 'gemini-2.5-pro')).toBe(
    body(call(''), thought('EqQB')).replace('"m"', '"gemini-2.5-pro"'),
  )
})

test('what is counted is cut like what is answered', () => {
  const counting = passThrough.find(({ id }) => id === 'anthropic-count-tokens')
  if (!counting) throw new Error('there is no counting of tokens')
  const path = '/v1/messages/count_tokens'
  const body = messages(`${SEALED},${OWN}, ${ON_CALL},${CALL}`, `${CALL},${EMPTY}`)
  expect(sent(counting, body, 'claude-opus-5-5', path)).toBe(sent(anthropicMessages, body, 'claude-opus-5-5'))
  expect(sent(counting, messages(EMPTY), 'glm-5.3', path)).toBe(messages(EMPTY).replace('"m"', '"glm-5.3"'))
})

test.each(['generateContentRequest', 'generate_content_request', null])('what Google counts is cut too (%s)', (key) => {
  const contents = (signature: string) =>
    `"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"},"thoughtSignature":"${signature}"}]}]`
  const body = (signature: string) =>
    key === null ? `{${contents(signature)}}` : `{"${key}":{"model":"models/up",${contents(signature)}}}`
  expect(sent(geminiGenerate, body(seal('ym1.a.SIG')), 'up', '/v1beta/models/m:countTokens')).toBe(
    body('skip_thought_signature_validator'),
  )
})

test('the requests of a batch are cut too, each where it stands', async () => {
  const batch = (...requests: string[]) =>
    `{"requests":[${requests.map((params, i) => `{"custom_id":"${i}", "params": ${params} }`).join(' , ')}]}`
  const body = batch(messages(`${SEALED},${OWN}`), messages(CALL), messages(EMPTY, OWN))
  const { addressedTo } = await messageBatch(Buffer.from(body))
  const claude = (text: string) => text.replaceAll('"model":"m"', '"model":"claude"')
  expect(Buffer.from(addressedTo('claude')).toString()).toBe(
    claude(
      batch(
        messages(OWN),
        messages(CALL),
        messages(EMPTY, OWN).replace(`{"role":"assistant", "content":[${EMPTY}]},`, ''),
      ),
    ),
  )
  expect(Buffer.from(addressedTo('m')).toString()).toBe(batch(messages(OWN), messages(CALL), messages(EMPTY, OWN)))
})
