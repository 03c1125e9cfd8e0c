import { expect, test } from 'vitest'
import { modelsNamed } from './session-models.ts'

const namedIn = (text: string) => modelsNamed(Buffer.from(text))?.map(({ role, name }) => `${role} ${name}`)
const update = (session: object) => JSON.stringify({ type: 'session.update', session })

test.each([
  [update({ model: 'm' }), ['talker m']],
  [update({ type: 'transcription', audio: { input: { transcription: { model: 'asr' } } } }), ['transcriber asr']],
  [
    JSON.stringify({ type: 'transcription_session.update', session: { input_audio_transcription: { model: 'asr' } } }),
    ['transcriber asr'],
  ],
  ['{"model":"voxtral","type":"session.update"}', ['talker voxtral']],
  [
    update({ model: 'm', audio: { input: { transcription: { model: 'asr' } }, output: { model: 'x' } } }),
    ['talker m', 'transcriber asr'],
  ],
  ['{"type":"session\\u002eupdate","session":{"mod\\u0065l":"m"}}', ['talker m']],
  [
    '{"type":"session.update","type":"response.create","session":{"model":"a","model":"b"},"session":{"model":"c"}}',
    ['talker a', 'talker b', 'talker c'],
  ],
  [update({ audio: { input: { transcription: null } }, tools: [{ model: 'x' }] }), []],
  ['{"type":"response.create","response":{"model":"x","instructions":"session.update"}}', []],
  ['{"type":"input_audio_buffer.append","audio":"AAAA"}', []],
])('the models named by %s', (text, named) => {
  expect(namedIn(text)).toEqual(named)
})

const DEEP = '['.repeat(100) + ']'.repeat(100)

test.each([
  '{"type":"session.update","session":{"model":"a"',
  // What stands before the type is read by lenient upstreams all the same.
  '{"x":NaN,"type":"session.update","session":{"model":"a"}}',
  `{"x":${DEEP},"type":"session.update","session":{"model":"a"}}`,
  '{"type":"response.create","x":NaN,"type":"session.update","session":{"model":"a"}}',
  '{"x":NaN,"type":"session\\u002eupdate","session":{"model":"a"}}',
  '\ufeff{"type":"session.update","session":{"model":"a"}}',
])('an update that cannot be read names nobody knows whom: %s', (text) => {
  expect(modelsNamed(Buffer.from(text))).toBeNull()
})

test('what only a lenient parser would read is not read', () => {
  for (const text of [
    '{type:"session.update",session:{model:"m"}}',
    '{"type":"session.update","session":{"m\\odel":"m"}}',
    '{"type":"sess\\ion.update","session":{"model":"m"}}',
    '{"type":"session.update","session":{"model":"\\m"}}',
  ])
    expect(modelsNamed(Buffer.from(text)), text).toBeNull()
})

test('a name stands where it is said to', () => {
  const text = update({ audio: { input: { transcription: { model: 'asr' } } } })
  const [{ span } = { span: { start: 0, end: 0 } }] = modelsNamed(Buffer.from(text)) ?? []
  expect(text.slice(span.start, span.end)).toBe('"asr"')
})
