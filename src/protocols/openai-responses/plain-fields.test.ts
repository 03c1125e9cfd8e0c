import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import { writeRequest } from './write-request.ts'

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const to = { model: 'up', maxOutput: null, stream: true, quirks: {} }
const written = (conversation: Partial<Conversation>, over: Partial<typeof to> = {}) =>
  writeRequest({ ...NO_SETTINGS, messages: [user('hi')], ...conversation }, { ...to, ...over })
const body = (conversation: Partial<Conversation>, over: Partial<typeof to> = {}) => written(conversation, over).body
/** What a function takes that takes nothing. */
const NOTHING = { type: 'object', properties: {} }
const tool = { name: 'f', namespace: null, description: null, strict: null, form: 'function', schema: null } as const

test('a server that knows only the plain fields gets only those', () => {
  const sent = body(
    { tools: [tool], cacheKey: 'k', user: 'u', reasoning: { effort: 'low', budgetTokens: null, shown: null } },
    { quirks: { plainFields: true } },
  )
  expect(Object.keys(sent)).toEqual(['model', 'input', 'tools', 'reasoning', 'stream'])
  expect(sent.tools).toEqual([{ type: 'function', name: 'f', parameters: NOTHING }])
})

test('what a server takes that knows only the plain fields is said, and the rest named', () => {
  const asked = { cacheKey: 'k', user: 'u', reasoning: { effort: 'low', budgetTokens: null, shown: null } } as const
  expect(written(asked, { quirks: { plainFields: true } }).lost).toEqual(['safety_identifier', 'prompt_cache_key'])
  const keeping = written(asked, { quirks: { plainFields: true, keepsAnswers: true } })
  expect(keeping.body).toMatchObject({ store: false, prompt_cache_key: 'k', include: ['reasoning.encrypted_content'] })
  expect(keeping.body).not.toHaveProperty('safety_identifier')
  expect(keeping.lost).toEqual(['safety_identifier'])
})
