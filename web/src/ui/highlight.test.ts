import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const runs = (code: string, language: Parameters<typeof highlight>[1], mark?: string) =>
  highlight(code, language, mark).flatMap(({ kind, text }) => (kind === null ? [] : [[kind, text]]))

test('the pieces joined are the code again', () => {
  const code = 'from openai import OpenAI  # "a"\nclient = OpenAI(api_key="k")\n'
  expect(
    highlight(code, 'python')
      .map(({ text }) => text)
      .join(''),
  ).toBe(code)
})

test('keys of JSON differ from its strings', () => {
  expect(runs('{ "env": "x" }', 'json')).toEqual([
    ['k', '"env"'],
    ['s', '"x"'],
  ])
})

test('what is marked stands out wherever it is', () => {
  expect(runs('{ "token": "sk-1" }', 'json', 'sk-1')).toEqual([
    ['k', '"token"'],
    ['h', '"sk-1"'],
  ])
})

test('a hash inside a string begins no comment', () => {
  expect(runs('x = "#a" # b', 'python')).toEqual([
    ['s', '"#a"'],
    ['c', '# b'],
  ])
})

test('a quote that is never closed colours nothing of its line, and the next begins anew', () => {
  expect(runs('x = "a\ny = "b"', 'python')).toEqual([['s', '"b"']])
})

test.each([
  ['json', String.raw`{"a": "` + String.raw`\"`.repeat(200_000)],
  ['sh', `echo ${String.raw`\'`.repeat(200_000)}`],
  ['toml', '\n'.repeat(200_000)],
] as const)('%s that goes on for long is read once', (language, code) => {
  const begun = performance.now()
  highlight(code, language)
  expect(performance.now() - begun).toBeLessThan(2000)
})
