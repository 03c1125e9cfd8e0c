import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import { batchFile, messageBatch } from './batch-requests.ts'

const line = (model: unknown, rest = '') =>
  `{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"model":${JSON.stringify(model)},"n":12345678901234567890${rest}}}`

function fileOf(text: string) {
  const upload = Buffer.from(`HEAD${text}TAIL`)
  return batchFile(upload, { start: 4, end: upload.length - 4 })
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('only the model changes in a batch file, on every line, and what is around the file stays', () => {
  const text = [line('m'), line('m', ',"messages":[{"role":"user","content":"model"}]'), ''].join('\r\n')
  const { model, addressedTo } = fileOf(text)
  expect(model).toBe('m')
  expect(textOf(addressedTo('up/名'))).toBe(`HEAD${text.replaceAll('"model":"m"', '"model":"up/名"')}TAIL`)
})

test('only the model changes in a message batch', () => {
  const text =
    '{"requests": [ {"custom_id":"a","params":{"model":"m","max_tokens":5}} , {"params" : {"mo\\u0064el" : "m"}}]}'
  const { model, addressedTo } = messageBatch(Buffer.from(text))
  expect(model).toBe('m')
  expect(textOf(addressedTo('up'))).toBe(text.replaceAll('"m"', '"up"'))
})

test.each([
  ['no lines', ' \n\r\n', /needs requests/],
  ['a line without a model', `${line('m')}\n{"body":{}}`, /request 2 of the batch/],
  ['a line that is no JSON', `${line('m')}\nmodel`, /request 2 of the batch/],
  ['two models', `${line('m')}\n${line('n')}`, /the same model/],
  ['two models on a line', '{"body":{"model":"m","model":"n"}}', /the same model/],
  ['two bodies on a line', '{"body":{"model":"m"},"body":{"model":"n"}}', /the same model/],
  ['a model that is no text', line(5), /needs requests/],
])('a batch file with %s is refused', (_what, text, why) => {
  expect(() => fileOf(text)).toThrow(why)
})

test('a message batch that is no object, or has nothing in it, is refused', () => {
  expect(() => messageBatch(Buffer.from('[]'))).toThrow(GatewayError)
  expect(() => messageBatch(Buffer.from('{"requests":[]}'))).toThrow(/needs requests/)
  expect(() => messageBatch(Buffer.from('{"requests":[{"model":"m"}]}'))).toThrow(/request 1 of the batch/)
})

test('each request tells how many answers it asks for, and how long they may be', () => {
  const { asked } = fileOf(
    [
      '{"body":{"model":"m","max_completion_tokens":50,"n":3}}',
      '{"body":{"model":"m","max_tokens":7,"max_output_tokens":9}}',
      '{"body":{"model":"m","max_tokens":"many","n":-1}}',
    ].join('\n'),
  )
  expect(asked).toEqual([
    { answers: 3, maxTokens: 50 },
    { answers: 1, maxTokens: 9 },
    { answers: 1, maxTokens: null },
  ])
})
