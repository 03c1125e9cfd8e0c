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
      least: {},
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
    expect(read('0199aa status:ok')).toEqual({ ok: true, filters: { status: ['succeeded'] }, least: {}, q: '0199aa' })
  })

  it.each([
    ['price:>0.1', 'unknown_field'],
    ['cost:0.1', 'no_amount'],
    ['cost:>', 'no_amount'],
    ['-cost:>1', 'no_amount'],
    ['ttft:>3h', 'no_amount'],
    ['-client:curl', 'no_match'],
    ['-model:nothing', 'no_match'],
    ['model:nothing', 'no_match'],
    ['status:fine', 'no_match'],
    ['two words', 'many_words'],
  ])('refuses %s: %s', (text, why) => expect(read(text)).toMatchObject({ ok: false, why }))

  it.each([
    ['cost:>0.1', { min_cost: '0.1' }],
    ['cost:>=$2', { min_cost: '2' }],
    ['ttft:>3s', { min_ttft: '3000' }],
    ['TTFT:>850ms', { min_ttft: '850' }],
    ['ttft:>1.5 cost:>1', { min_ttft: '1500', min_cost: '1' }],
  ])('reads %s as the least that is wanted', (text, least) => expect(read(text)).toMatchObject({ ok: true, least }))

  it('reads what a Chinese input method writes', () => {
    expect(read('status：429，5xx　model：claude＊')).toEqual(read('status:429,5xx model:claude*'))
    expect(read('cost：》0.1 ttft：＞＝850ms')).toMatchObject({ ok: true, least: { min_cost: '0.1', min_ttft: '850' } })
    expect(read('key：“claude code”')).toMatchObject({ filters: { key: ['k1'] } })
    expect(read('－key：ci')).toMatchObject({ filters: { key: ['k1'] } })
  })

  it('leaves out what stands behind a minus, from all there is or from what is chosen', () => {
    expect(read('-model:gpt*')).toMatchObject({ filters: { model: ['claude-sonnet-5-5', 'claude-opus-5-5'] } })
    expect(read('-model:*opus* model:claude*')).toMatchObject({ filters: { model: ['claude-sonnet-5-5'] } })
    expect(read('-key:ci')).toMatchObject({ filters: { key: ['k1'] } })
  })

  it('takes signs of patterns in a name as they are', () => {
    expect(read('model:gpt.6.astra')).toMatchObject({ ok: false, why: 'no_match' })
  })
})
