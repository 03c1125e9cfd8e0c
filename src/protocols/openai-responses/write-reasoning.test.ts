import { expect, test } from 'vitest'
import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { writeRequest } from './write-request.ts'

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const written = (conversation: Partial<Conversation>, { model, quirks = {} }: { model: string; quirks?: Quirks }) =>
  writeRequest(
    { ...NO_SETTINGS, messages: [user('hi')], ...conversation },
    { model, maxOutput: null, stream: true, quirks },
  )
const thinking = (effort: 'none' | 'minimal' | 'max') => ({ effort, budgetTokens: null, shown: true })
const own = { type: 'thinking', text: 'hm', signature: { origin: 'openai-responses', value: 'gAAA' } } as const

test('a model that does not think is asked for no thoughts and told none, and takes its sampling', () => {
  const messages: Message[] = [user('hi'), { role: 'assistant', parts: [own, { type: 'text', text: 'a' }] }, user('b')]
  const asked = { messages, reasoning: thinking('max'), temperature: 0.2 }
  const { body: sent, lost } = written(asked, { model: 'gpt-4.1' })
  expect(Object.keys(sent)).toEqual(['model', 'input', 'temperature', 'store', 'stream'])
  expect(JSON.stringify(sent.input)).not.toContain('reasoning')
  expect(lost).toEqual(['reasoning_effort', 'thinking'])
  expect(written({ reasoning: thinking('none') }, { model: 'gpt-4.1' }).lost).toEqual([])
})

test.each([
  ['gpt-6-astra', 'none', 'low', ['reasoning_effort', 'temperature']],
  ['gpt-5', 'none', 'minimal', ['reasoning_effort', 'temperature']],
  ['gpt-5.5', 'max', 'xhigh', ['temperature']],
  ['gpt-5.5', 'minimal', 'low', ['temperature']],
  ['gpt-5.5', 'none', 'none', []],
  ['my-own', 'max', 'max', []],
] as const)('%s, asked to think %s, thinks %s, and what it does not take is named', (model, asked, effort, lost) => {
  const request = written({ reasoning: thinking(asked), temperature: 0.2, topP: 1 }, { model })
  expect(request.body).toMatchObject({ reasoning: { effort }, include: ['reasoning.encrypted_content'] })
  expect('temperature' in request.body).toBe(!request.lost.includes('temperature'))
  expect(request.lost).toEqual(lost)
})

test.each([
  ['max', 'up', { effort: 'high', summary: 'auto' }, []],
  ['none', 'up', { effort: 'low', summary: 'auto' }, ['reasoning_effort']],
  ['max', 'up-old', { summary: 'auto' }, ['reasoning_effort']],
  ['max', 'llama-3.3-70b', undefined, ['reasoning_effort']],
] as const)('a vendor that knows some words hears %s for %s as %o', (asked, model, reasoning, lost) => {
  const quirks: Quirks = { efforts: ['low', 'high'], effortsOf: [[/old/, []]] }
  const request = written({ reasoning: thinking(asked) }, { model, quirks })
  expect(request.body.reasoning).toEqual(reasoning)
  expect(request.lost).toEqual(lost)
})
