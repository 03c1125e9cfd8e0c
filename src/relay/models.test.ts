import { expect, test } from 'vitest'
import { createDirectory } from './directory.ts'
import { modelsAnswer } from './models.ts'
import { aTarget, CALLER, MODEL, testClock } from './routing/test-targets.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']

function listed(dialect: 'openai' | 'anthropic' | 'gemini', query: string) {
  const directory = createDirectory()
  const models = IDS.map((id) => ({ ...MODEL, id }))
  const targets = IDS.map((model) => aTarget('p', { model }))
  directory.replace({ keys: [], models, targets, limits: [], accounts: [], limitUse: [] })
  const by = { directory, at: testClock().now() }
  const answer = modelsAnswer(CALLER, by, { dialect, id: null, query: new URLSearchParams(query) })
  return answer as { data?: { id: string }[]; models?: { name: string }[]; has_more?: boolean; nextPageToken?: string }
}

const anthropic = (query: string) => {
  const { data = [], has_more: more } = listed('anthropic', query)
  return [data.map(({ id }) => id).join(''), more]
}

test('a list of models is told whole, unless Anthropic’s clients ask for a page of it, on or back', () => {
  expect(anthropic('')).toEqual(['abcde', false])
  expect(anthropic('limit=2')).toEqual(['ab', true])
  expect(anthropic('limit=2&after_id=b')).toEqual(['cd', true])
  expect(anthropic('limit=2&after_id=d')).toEqual(['e', false])
  expect(anthropic('limit=2&before_id=d')).toEqual(['bc', true])
  expect(anthropic('limit=5&before_id=c')).toEqual(['ab', false])
  expect(anthropic('limit=5')).toEqual(['abcde', false])
  for (const odd of ['limit=0', 'limit=-1', 'limit=x']) expect(anthropic(odd)).toEqual(['abcde', false])
  for (const gone of ['after_id=x', 'before_id=x']) expect(anthropic(`limit=2&${gone}`)).toEqual(['', false])
})

test('Google’s clients go from page to page by a token until there is none', () => {
  const names: string[] = []
  const sizes: number[] = []
  for (let token: string | undefined = ''; token !== undefined;) {
    const { models = [], nextPageToken } = listed('gemini', `pageSize=2${token && `&pageToken=${token}`}`)
    names.push(...models.map(({ name }) => name))
    sizes.push(models.length)
    token = nextPageToken
  }
  expect([names, sizes]).toEqual([IDS.map((id) => `models/${id}`), [2, 2, 1]])
  expect(listed('gemini', '')).not.toHaveProperty('nextPageToken')
})

test('OpenAI’s list knows no pages', () => {
  expect(listed('openai', 'limit=2&after_id=b').data?.map(({ id }) => id)).toEqual(IDS)
})
