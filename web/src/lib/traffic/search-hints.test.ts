import { expect, test } from 'vitest'
import { hintsOf } from './search-hints.ts'

const names = { model: ['claude-sonnet-5-5', 'gpt-6-astra'], key: ['Claude Code', 'CI'] } as const
const hints = (text: string) =>
  hintsOf(text, ['key', 'model', 'client', 'status'], (field) =>
    (field === 'model' || field === 'key' ? names[field] : []).map((name) => ({ id: name, name })),
  )

test.each([
  ['mo', ['model:']],
  ['c', ['client:', 'cost:']],
  ['-c', ['-client:']],
  ['status:429 mod', ['status:429 model:']],
  ['model:', ['model:claude-sonnet-5-5', 'model:gpt-6-astra']],
  ['cost:>1 -model:GPT-6', ['cost:>1 -model:gpt-6-astra']],
  ['key:"claude c', ['key:"Claude Code"']],
  ['key:"Claude Code" model:sonnet', ['key:"Claude Code" model:claude-sonnet-5-5']],
])('%j may go on as %j', (text, wanted) => expect(hints(text)).toEqual(wanted))

test.each(['', 'status:429 ', 'zzz', 'zzz:1'])('%j is not gone on with', (text) => expect(hints(text)).toEqual([]))
