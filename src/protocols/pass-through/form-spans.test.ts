import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splice } from '../../core/json.ts'
import { formSpans } from './form-spans.ts'

const TYPE = 'multipart/form-data; boundary=cut'
const part = (disposition: string, value: string) => `--cut\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`
const MODEL = part('form-data; name="model"', 'm')
const FILE = part('form-data; name="file"; filename="a \\"1\\".wav"', 'RIFF\r\n\r\nmodel')
const END = '--cut--\r\n'

function renamed(body: string, type = TYPE): string {
  const bytes = Buffer.from(body)
  return Buffer.from(splice(bytes, formSpans(bytes, type).modelEdits('upstream/名'))).toString()
}

test('only the model changes, wherever it stands in the form', () => {
  for (const body of [MODEL + FILE + END, FILE + MODEL + END, FILE + MODEL + '--cut--']) {
    expect(renamed(body)).toBe(body.replace('\r\nm\r\n', '\r\nupstream/名\r\n'))
  }
})

test('a model that stands twice is replaced twice, and an empty one too', () => {
  expect(renamed(MODEL + part('form-data; name=model', '') + END)).toBe(
    part('form-data; name="model"', 'upstream/名') + part('form-data; name=model', 'upstream/名') + END,
  )
})

test('fields are read as a form’s parser would, and no files', () => {
  const spans = formSpans(Buffer.from(FILE + part('form-data; name="n"', '2') + END), TYPE)
  expect(spans.lastValue('n')).toBe('2')
  expect(spans.lastValue('file')).toBeUndefined()
})

test('a field that is read here stands once: some parsers take the first of a name, and others the last', () => {
  const twice = part('form-data; name="n"', '10') + part('form-data; name="n"', '1')
  const spans = formSpans(Buffer.from(MODEL + twice + END), TYPE)
  expect(() => spans.lastValue('n')).toThrow(expect.objectContaining({ code: 'body_invalid' }))
  expect(spans.lastValue('model')).toBe('m')
})

test('whatever is in a file, an independent parser reads it unchanged beside the new model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.boolean(),
      async (content, fileName, modelFirst) => {
        const form = new FormData()
        if (modelFirst) form.set('model', 'm')
        form.set('file', new Blob([Buffer.from(content)]), fileName)
        form.append('timestamps[]', 'word')
        if (!modelFirst) form.set('model', 'm')
        const sent = new Response(form)
        const type = sent.headers.get('content-type') ?? ''
        const bytes = new Uint8Array(await sent.arrayBuffer())
        const body = splice(bytes, formSpans(bytes, type).modelEdits('up')) as Uint8Array<ArrayBuffer>
        const read = await new Response(body, { headers: { 'content-type': type } }).formData()
        expect(read.getAll('model')).toEqual(['up'])
        expect(read.get('timestamps[]')).toBe('word')
        expect(new Uint8Array(await (read.get('file') as File).arrayBuffer())).toEqual(content)
        expect(body.length - bytes.length).toBe(1)
      },
    ),
    { numRuns: 200 },
  )
})

test.each([
  ['no boundary in the type', MODEL + END, 'multipart/form-data'],
  ['two boundaries in the type', MODEL + END, 'multipart/form-data; boundary=cut; boundary=other'],
  ['something before the first part', `hidden${MODEL}${END}`, TYPE],
  ['something after the last part', `${MODEL}${END}--other\r\n`, TYPE],
  ['no end', MODEL, TYPE],
  ['a part cut off', '--cut\r\nContent-Disposition: form-data; name="model"', TYPE],
  ['a part without a name', part('form-data', 'm') + END, TYPE],
  ['a part with two names', part('form-data; name="x"; name="model"', 'm') + END, TYPE],
  ['a name in the other encoding', part("form-data; name*=utf-8''model", 'm') + END, TYPE],
  ['a folded header', part('form-data;\r\n name="model"', 'm') + END, TYPE],
  ['two dispositions', part('form-data; name="x"\r\nContent-Disposition: form-data; name="model"', 'm') + END, TYPE],
  ['a quote that hides a name', part('form-data; name="x"; filename="\\"; name="model"', 'm') + END, TYPE],
  ['a model that is a file', part('form-data; name="model"; filename="m"', 'm') + END, TYPE],
  ['a boundary that ends no line', part('form-data; name="x"', 'a\n--cut') + MODEL + END, TYPE],
  ['too many parts', part('form-data; name="x"', '').repeat(1001) + END, TYPE],
])('a form that can be read in two ways is refused: %s', (_what, body, type) => {
  expect(() => formSpans(Buffer.from(body), type)).toThrow(/not valid/)
})

test('a content type that is full of spaces takes no longer than another of its length', () => {
  const type = `${TYPE}; boundary${' '.repeat(200_000)}`
  expect(formSpans(Buffer.from(MODEL + END), type).lastValue('model')).toBe('m')
})
