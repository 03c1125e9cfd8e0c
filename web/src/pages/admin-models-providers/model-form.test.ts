import { expect, test } from 'vitest'
import type { Model } from '../../../../src/contract/models.ts'
import { modelForm, modelFormFor, modelFormOf, modelToCreate, modelToPatch } from './model-form.ts'

const sonnet: Model = {
  id: 'claude-sonnet-5-5',
  display_name: 'Claude Sonnet 5.5',
  vendor: 'anthropic',
  kind: 'chat',
  context: 1_000_000,
  max_output: null,
  abilities: ['vision', 'tools'],
  aliases: ['sonnet', 'claude-sonnet'],
  price: { input: '2', output: '10', tiers: [{ above_tokens: 200_000, input: '4' }] },
  enabled: true,
  strategy: null,
  first_token_ms: null,
  idle_ms: null,
  protocols: [],
  providers: { active: 1, total: 1 },
  created_at: '2026-11-21T00:00:00.000Z',
  version: 1,
}

test('what was not touched is not sent, so no new price version is made', () => {
  expect(modelToPatch(modelFormOf(sonnet), sonnet)).toEqual({})
})

test('a changed rate sends the whole price', () => {
  const form = modelFormOf(sonnet)
  form.price.rates.input = '2.5'
  expect(modelToPatch(form, sonnet)).toEqual({ price: { ...sonnet.price, input: '2.5' } })
})

test('an emptied price is sent as no price, an emptied size as unknown', () => {
  const form = { ...modelFormOf(sonnet), context: ' ', price: modelFormOf(null).price }
  expect(modelToPatch(form, sonnet)).toEqual({ context: null, price: null })
})

test('aliases are read with any separator, each once', () => {
  const form = { ...modelFormOf(sonnet), aliases: 'sonnet，a;b  a' }
  expect(modelToPatch(form, sonnet)).toEqual({ aliases: ['sonnet', 'a', 'b'] })
})

test('a new model sends only what was filled in', () => {
  expect(modelToCreate({ ...modelFormOf(null), id: ' qwen4 ', context: '131,072' })).toEqual({
    id: 'qwen4',
    context: 131_072,
  })
})

test('a name with a space, a negative size and a quoted alias are faults', () => {
  const form = { ...modelFormOf(sonnet), id: 'a b', context: '-1', aliases: 'a"b' }
  expect(modelForm.safeParse(form).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'id',
    'context',
    'aliases',
  ])
})

test.each(['c\u00a0d', 'c\u200bd', '\u3000c', 'c,d', '[c](d)|e.f*', 'c'])(
  'an alias %j that the model has stays as it is, and the others alone are held to the rule',
  (name) => {
    const old = { ...sonnet, aliases: ['sonnet', name] }
    const form = modelFormFor(old)
    const typed = (aliases: string) => ({ ...modelFormOf(old), aliases })
    expect(form.safeParse(typed(`${name}, more`)).success).toBe(true)
    expect(modelToPatch(typed(`${name}, more;sonnet`), old)).toEqual({ aliases: [name, 'more', 'sonnet'] })
    expect(modelToPatch(typed(`sonnet  ${name}`), old)).toEqual({})
    expect(modelToPatch(typed('sonnet'), old)).toEqual({ aliases: ['sonnet'] })
    for (const odd of ['x"y', 'x\u200by']) {
      expect(form.safeParse(typed(`${name}, ${odd}`)).error?.issues.map(({ path }) => path)).toEqual([['aliases']])
    }
  },
)

test('a model has no more aliases than there is room for, whoever named them', () => {
  const aliases = Array.from({ length: 50 }, (_, n) => `c${n}`)
  const form = modelFormFor({ ...sonnet, aliases })
  const typed = (names: readonly string[]) => form.safeParse({ ...modelFormOf(sonnet), aliases: names.join(', ') })
  expect([typed(aliases).success, typed([...aliases, 'one-more']).success]).toEqual([true, false])
})

test.each(['\u00a0', '\u2028', '\u3000', '\u200b', '\u200f', '\ufeff', '\u3164'])(
  'a model cannot be named with %j, and one that was is changed as ever',
  (odd) => {
    const old = { ...sonnet, id: `a${odd}b`, aliases: [`c${odd}d`] }
    const faults = (form: unknown, model: Model | null) =>
      modelFormFor(model)
        .safeParse(form)
        .error?.issues.map(({ path }) => path.join('.'))
    expect(faults(modelFormOf(old), null)).toContain('id')
    expect(faults(modelFormOf(old), old)).toBeUndefined()
    expect(faults({ ...modelFormOf(old), aliases: 'x"y' }, old)).toEqual(['aliases'])
  },
)
