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

test('only the model changes in a batch file, on every line, and what is around the file stays', async () => {
  const text = [line('m'), line('m', ',"messages":[{"role":"user","content":"model"}]'), ''].join('\r\n')
  const { model, addressedTo } = await fileOf(text)
  expect(model).toBe('m')
  expect(textOf(addressedTo('up/名'))).toBe(`HEAD${text.replaceAll('"model":"m"', '"model":"up/名"')}TAIL`)
})

test('only the model changes in a message batch', async () => {
  const text =
    '{"requests": [ {"custom_id":"a","params":{"model":"m","max_tokens":5}} , {"params" : {"mo\\u0064el" : "m"}}]}'
  const { model, addressedTo } = await messageBatch(Buffer.from(text))
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
])('a batch file with %s is refused', async (_what, text, why) => {
  await expect(fileOf(text)).rejects.toThrow(why)
})

test('a message batch that is no object, or has nothing in it, is refused', async () => {
  const batch = (text: string) => expect(messageBatch(Buffer.from(text))).rejects
  await batch('[]').toThrow(GatewayError)
  await batch('{"requests":[]}').toThrow(/needs requests/)
  await batch('{"requests":[{"model":"m"}]}').toThrow(/request 1 of the batch/)
})

test('a batch of more requests than a vendor takes is refused, however short they are', async () => {
  await expect(fileOf(`${line('m')}\n`.repeat(50_001))).rejects.toThrow(/up to 50000 requests/)
  const batch = (count: number) => `{"requests":[${Array(count).fill('{"params":{"model":"m"}}').join()}]}`
  await expect(messageBatch(Buffer.from(batch(100_001)))).rejects.toThrow(/up to 100000 requests/)
  expect((await messageBatch(Buffer.from(batch(100_000)))).asked).toHaveLength(100_000)
  await expect(messageBatch(Buffer.from(`{"requests":[${'{},'.repeat(2_000_000)}{}]}`))).rejects.toThrow(/values/)
})

test('others have their turn while a batch is gone through', async () => {
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  await fileOf(`${line('m')}\n`.repeat(50_000))
  clearInterval(others)
  expect(turns).toBeGreaterThan(5)
})

test('each request tells how many answers it asks for, and how long they may be', async () => {
  const { asked } = await fileOf(
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
