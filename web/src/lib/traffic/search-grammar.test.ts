import { describe, expect, it } from 'vitest'
import { readSearch } from './search-grammar.ts'

const choices = {
  model: ['claude-sonnet-5-5', 'claude-opus-5-5', 'gpt-6-astra'].map((id) => ({ id, name: id })),
  key: [
    { id: 'k1', name: 'Claude Code' },
    { id: 'k2', name: 'CI' },
  ],
} as const
const read = (text: string) =>
  readSearch(text, ['key', 'model', 'client', 'status'], (dimension) =>
    dimension === 'model' || dimension === 'key' ? choices[dimension] : [{ id: 'curl', name: 'curl' }],
  )

describe('the search box', () => {
  it('combines terms and takes commas as alternatives', () => {
    expect(read('status:429,5xx model:gpt-6-astra')).toEqual({
      ok: true,
      filters: { status: ['429', '5xx'], model: ['gpt-6-astra'] },
      q: '',
    })
  })

  it('lets a star stand for anything', () => {
    expect(read('model:claude*')).toMatchObject({ filters: { model: ['claude-sonnet-5-5', 'claude-opus-5-5'] } })
  })

  it('finds keys by name, with spaces inside quotes', () => {
    expect(read('key:"claude code"')).toMatchObject({ filters: { key: ['k1'] } })
  })

  it('looks for a single word as it stands', () => {
    expect(read('0199aa status:ok')).toEqual({ ok: true, filters: { status: ['succeeded'] }, q: '0199aa' })
  })

  it.each([
    ['cost:>0.1', 'unknown_field'],
    ['-client:curl', 'not_negated'],
    ['model:nothing', 'no_match'],
    ['status:fine', 'no_match'],
    ['two words', 'many_words'],
  ])('refuses %s: %s', (text, why) => expect(read(text)).toMatchObject({ ok: false, why }))

  it('takes signs of patterns in a name as they are', () => {
    expect(read('model:gpt.6.astra')).toMatchObject({ ok: false, why: 'no_match' })
  })
})
