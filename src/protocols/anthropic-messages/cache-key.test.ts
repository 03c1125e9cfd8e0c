import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const text = (words: string) => ({ type: 'text', text: words })
const read = (more: object) => readRequest({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more })

test('a cache that is asked for goes by a name made of the user’s, which does not tell who that is', () => {
  const metadata = { user_id: '{"session_id":"s"}' }
  const cached = { type: 'ephemeral' }
  const named = read({ metadata, cache_control: cached }).cacheKey
  expect(named).toMatch(/^user_[0-9a-f]{8}$/)
  for (const hinted of [
    { system: [{ ...text('Be brief.'), cache_control: cached }] },
    { tools: [{ name: 't', input_schema: { type: 'object' }, cache_control: cached }] },
    { messages: [{ role: 'user', content: [{ ...text('hi'), cache_control: cached }] }] },
  ])
    expect(read({ metadata, ...hinted }).cacheKey).toBe(named)
  expect(read({ metadata: { user_id: 'another' }, cache_control: cached }).cacheKey).not.toBe(named)
  expect(read({ metadata }).cacheKey).toBeNull()
  expect(read({ cache_control: cached }).cacheKey).toBeNull()
})
