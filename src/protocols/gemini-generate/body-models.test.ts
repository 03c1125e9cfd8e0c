import { expect, test } from 'vitest'
import { elementSpans } from '../../core/json.ts'
import { withModel } from './body-models.ts'
import { geminiGenerate } from './gemini-generate.ts'

const patched = (body: string, inner: string[]) => Buffer.from(withModel(Buffer.from(body), 'up', inner)).toString()

test.each([
  ['{"content":{"model":"x"}}', '{"content":{"model":"x"}}'],
  ['{ "model" : "models/x" , "n":12345678901234567890}', '{ "model" : "models/up" , "n":12345678901234567890}'],
  [
    '{"requests":[ {"model":"models/x","content":{"parts":[{"text":"\\"model\\""}]}},7,{"mo\\u0064el":null} ]}',
    '{"requests":[ {"model":"models/up","content":{"parts":[{"text":"\\"model\\""}]}},7,{"mo\\u0064el":"models/up"} ]}',
  ],
  ['{"requests":[],"requests":[{"model":"a"}]}', '{"requests":[],"requests":[{"model":"models/up"}]}'],
  ['{"requests":[{"requests":[{"model":"a"}]}]}', '{"requests":[{"requests":[{"model":"a"}]}]}'],
])('of the body %s only the models change', (body, expected) => {
  expect(patched(body, ['requests'])).toBe(expected)
})

test.each(['generateContentRequest', 'generate_content_request'])('countTokens names its model in %s too', (key) => {
  const body = `{"${key}": {"model":"models/m", "contents":[]}}`
  const turn = geminiGenerate.read({
    path: '/v1beta/models/m:countTokens',
    query: new URLSearchParams(),
    body: Buffer.from(body),
  })
  const { path, body: sent } = turn.addressedTo('tunedModels/up')
  expect(path).toBe('/v1beta/tunedModels/up:countTokens')
  expect(Buffer.from(sent).toString()).toBe(body.replace('models/m', 'tunedModels/up'))
})

test('the elements of an array are found where they stand', () => {
  const json = Buffer.from('[ {"a":[1,2]} ,"b]",-3e4, [] ]')
  const spans = elementSpans(json, { start: 0, end: json.length })
  expect(spans.map(({ start, end }) => json.toString('utf8', start, end))).toEqual([
    '{"a":[1,2]}',
    '"b]"',
    '-3e4',
    '[]',
  ])
  for (const none of ['[]', '[ ]', '{"a":[1]}', '7'])
    expect(elementSpans(Buffer.from(none), { start: 0, end: none.length })).toEqual([])
})
