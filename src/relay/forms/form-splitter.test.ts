import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { watchJoining } from '../../core/test-joining.ts'
import { createFormSplitter } from './form-splitter.ts'

const BOUNDARY = '----formdata-undici-012345678901'
const MARK = 'MARK'
const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = (name: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\ncontent-type: audio/wav\r\n\r\n`
const END = `--${BOUNDARY}--\r\n`

/** Splits a form that comes in chunks of these sizes, over and over. */
function split(form: Buffer, sizes: readonly number[] = [form.length]) {
  const ranges: { start: number; end: number }[] = []
  const splitter = createFormSplitter(BOUNDARY, {
    begin: (start) => {
      ranges.push({ start, end: start })
      return Buffer.from(MARK)
    },
    holds: () => undefined,
    end: (end) => {
      const last = ranges.at(-1)
      if (last) last.end = end
    },
  })
  const files: Buffer[] = []
  for (let at = 0, i = 0; at < form.length; i += 1) {
    const size = sizes[i % sizes.length] ?? 1
    files.push(...splitter.push(Buffer.from(form.subarray(at, at + size))))
    at += size
  }
  files.push(...splitter.end())
  const all = Buffer.concat(files)
  return { text: splitter.text().toString('latin1'), files: ranges.map(({ start, end }) => all.subarray(start, end)) }
}

const form = (parts: readonly (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

test('files are taken out and everything else stays, wherever the model stands and however the form is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (files, sizes, modelFirst) => {
        const model = field('model', 'm')
        const written = files.flatMap((bytes) => [fileHead('file'), Buffer.from(bytes), '\r\n'])
        const whole = form(
          modelFirst ? [model, ...written, END] : [...written, field('prompt', 'a\r\n\r\nb'), model, END],
        )
        const { text, files: found } = split(whole, sizes)
        expect(found).toEqual(files.map((bytes) => Buffer.from(bytes)))
        let expected = whole.toString('latin1')
        for (const bytes of files)
          expected = expected.replace(
            `audio/wav\r\n\r\n${Buffer.from(bytes).toString('latin1')}\r\n--`,
            () => `audio/wav\r\n\r\n${MARK}\r\n--`,
          )
        expect(text).toBe(expected)
      },
    ),
    { numRuns: 100 },
  )
})

test('a file that nearly is the boundary is a file like any other', () => {
  const near = `\r\n--${BOUNDARY.slice(0, -1)}x\r\n\r\n-`
  for (const size of [1, 2, 17])
    expect(split(form([fileHead('file'), near, '\r\n', END]), [size]).files).toHaveLength(1)
})

test.each([
  ['that ends in a file', form([fileHead('file'), 'half'])],
  ['that ends in a head', form([fileHead('file').slice(0, 60)])],
  ['without its end', form([field('model', 'm')])],
  ['whose file holds the boundary', form([fileHead('file'), `a--${BOUNDARY}`, '\r\n', END])],
  ['with an endless head', form([fileHead('file').replace('a.bin', 'x'.repeat(10_000)).slice(0, -4), END])],
  ['with endless fields', form([field('prompt', 'x'.repeat(2_000_000)), END])],
])('a form %s is refused', (_what, whole) => {
  expect(() => split(whole, [4096])).toThrow(expect.objectContaining({ code: 'body_invalid' }))
})

test('a form that comes byte by byte is kept in few pieces', () => {
  const value = 'x'.repeat(5000)
  const whole = form([field('a', value), END])
  const splitter = createFormSplitter(BOUNDARY, {
    begin: () => Buffer.from(MARK),
    holds: () => undefined,
    end: () => undefined,
  })
  for (let at = 0; at < whole.length; at += 1) splitter.push(whole.subarray(at, at + 1))
  splitter.end()
  using joining = watchJoining()
  expect(splitter.text().equals(whole)).toBe(true)
  expect(joining.pieces.map((pieces) => pieces < 10)).toEqual([true])
})

/** How often a form that comes byte by byte is put together and searched, and how many times its length is. */
function workOf(whole: Buffer) {
  const search = vi.spyOn(Buffer.prototype, 'indexOf')
  using joining = watchJoining()
  split(whole, [1])
  const lengths = search.mock.contexts.map((bytes) => (bytes as Buffer).length)
  search.mockRestore()
  const searched = lengths.reduce((sum, length) => sum + length, 0) / whole.length
  return { joins: joining.pieces.length, searches: lengths.length, searched }
}

const LONG_HEAD = `${fileHead('file').replace('a.bin', 'x'.repeat(7500))}\r\n`

test.each([
  ['fields', form([field('a', 'x'.repeat(60_000)), END])],
  ['files', form([fileHead('file'), 'x'.repeat(60_000), '\r\n', END])],
  ['long heads', form([LONG_HEAD.repeat(8), END])],
])('a form of %s that comes byte by byte is looked at in kilobytes', (_what, whole) => {
  const { joins, searches, searched } = workOf(whole)
  expect(joins).toBeLessThan(whole.length / 1000)
  expect(searches).toBeLessThan(whole.length / 1000)
  expect(searched).toBeLessThan(4)
})
