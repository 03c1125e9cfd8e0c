import { expect, test } from 'vitest'
import { nearest, samplingFor, samplingTaken, takesOf } from './openai-models.ts'

const words = (model: string) => takesOf(model)?.efforts?.join(' ')

test.each([
  ['gpt-5', 'minimal low medium high', 'never'],
  ['gpt-5-mini-2025-08-07', 'minimal low medium high', 'never'],
  ['gpt-5.1', 'none low medium high', 'unthinking'],
  ['gpt-5.2-2025-12-11', 'none low medium high xhigh', 'unthinking'],
  ['openai/gpt-5.5', 'none low medium high xhigh', 'unthinking'],
  ['gpt-5.6-terra', 'none low medium high xhigh max', 'unthinking'],
  ['gpt-6-astra', 'low medium high xhigh max', 'never'],
  ['global.openai.gpt-6.1-sol', 'low medium high xhigh max', 'never'],
  ['openai.gpt-5.6-luna', 'none low medium high xhigh max', 'unthinking'],
  ['gpt-6.1-sol', 'low medium high xhigh max', 'never'],
  ['gpt-6.1-terra', 'none low medium high xhigh max', 'unthinking'],
  ['gpt-6-luna', 'none low medium high xhigh max', 'unthinking'],
  ['o3-mini-2025-01-31', 'low medium high', 'never'],
  ['gpt-5-pro', 'high', 'never'],
  ['openai/gpt-5.5-pro-2026-04-23', 'medium high xhigh', 'never'],
  ['gpt-5-codex', 'low medium high', 'never'],
  ['gpt-5.1-codex-max', 'low medium high xhigh', 'never'],
  ['gpt-5.3-codex', 'none low medium high xhigh', 'unthinking'],
  ['gpt-5.3-codex-spark', 'low medium high xhigh', 'never'],
  ['gpt-5.6-cyber', 'low medium high xhigh max', 'never'],
  ['openai/gpt-6.1-terra-pro', 'low medium high xhigh max', 'never'],
  ['gpt-5.2-instant', undefined, 'unthinking'],
])('%s thinks at the efforts %s and takes sampling %s', (model, efforts, sampling) => {
  expect(takesOf(model)).toMatchObject({ thinks: true, sampling })
  expect(words(model)).toBe(efforts)
})

test.each([
  'gpt-4.1',
  'gpt-4o-2024-08-06',
  'gpt-3.5-turbo',
  'chatgpt-4o-latest',
  'gpt-5-chat-latest',
  'ft:gpt-4.1:me::x',
])('%s does not think', (model) => expect(takesOf(model)).toMatchObject({ thinks: false, sampling: 'always' }))

test.each([
  'gpt-oss-120b',
  'openai.gpt-oss-120b-1:0',
  'gemini-3-pro',
  'my-model',
  'olmo-2',
  'claude-opus-5-5',
  'llama-4',
  'gpt-51',
])('%s is no model of OpenAI’s', (model) => expect(takesOf(model)).toBeNull())

test('a word that a model lacks becomes the next above it, else its greatest', () => {
  expect(nearest('none', takesOf('gpt-6-astra')?.efforts ?? [])).toBe('low')
  expect(nearest('max', takesOf('gpt-5.5')?.efforts ?? [])).toBe('xhigh')
  expect(nearest('minimal', takesOf('gpt-5.1')?.efforts ?? [])).toBe('low')
})

test('sampling goes where it is taken, and is named where it is not, unless it asks for nothing', () => {
  const sampled = (model: string, effort: string | null) => {
    const lost = new Set<string>()
    const told = samplingFor(
      { temperature: 0.2, top_p: 1 },
      { taken: samplingTaken({ model, quirks: { fixedSampling: /^fixed/ } }), effort },
      lost,
    )
    return [told, [...lost]]
  }
  const all = { temperature: 0.2, top_p: 1 }
  expect(sampled('gpt-4.1', null)).toEqual([all, []])
  expect(sampled('my-model', 'high')).toEqual([all, []])
  expect(sampled('fixed-model', 'none')).toEqual([{}, ['temperature']])
  expect(sampled('gpt-5.4', 'none')).toEqual([all, []])
  expect(sampled('gpt-5.4', 'low')).toEqual([{}, ['temperature']])
  expect(sampled('gpt-5.4', null)).toEqual([{}, ['temperature']])
  expect(sampled('gpt-6-astra', 'none')).toEqual([{}, ['temperature']])
})
