import { expect, test } from 'vitest'
import { writeRequest as writeChat } from './openai-chat/write-request.ts'
import { writeRequest as writeResponses } from './openai-responses/write-request.ts'
import { type Format, type Message, NO_SETTINGS } from './translate/conversation.ts'

const said = (role: 'system' | 'user', text: string): Message => ({ role, parts: [{ type: 'text', text }] })
const to = { model: 'gpt-5.5', maxOutput: null, stream: false, quirks: {} }
const chat = (messages: Message[], format: Format | null = { type: 'json' }) =>
  writeChat({ ...NO_SETTINGS, messages, format }, to).body.messages
const responses = (messages: Message[], format: Format | null = { type: 'json' }) =>
  writeResponses({ ...NO_SETTINGS, messages, format }, to).body

const ASKED = 'Answer with one JSON object.'
const fruits = said('user', 'List three fruits')

test('an answer in JSON is asked for in words where nobody has said the word', () => {
  expect(chat([said('system', 'Be brief.'), fruits])).toMatchObject([{ role: 'developer', content: ASKED }, {}, {}])
  expect(responses([said('system', 'Be brief.'), fruits])).toMatchObject({
    instructions: 'Be brief.',
    input: [{ role: 'developer', content: [{ type: 'input_text', text: ASKED }] }, { role: 'user' }],
    text: { format: { type: 'json_object' } },
  })
})

test('the word in a message is enough, in whatever case; in the instructions of Responses it is not', () => {
  expect(chat([said('user', 'Fruits as Json, please')])).toHaveLength(1)
  expect(chat([said('system', 'Answer in JSON'), fruits])).toHaveLength(2)
  expect(responses([said('user', 'fruits as json')]).input).toHaveLength(1)
  expect(responses([said('system', 'Answer in JSON'), fruits]).input).toMatchObject([{ role: 'developer' }, {}])
})

test('nothing is said where no JSON is asked for, or one of a schema', () => {
  const schema = { type: 'schema', name: 's', description: null, schema: {}, strict: null } as const
  for (const format of [null, schema]) {
    expect(chat([fruits], format)).toHaveLength(1)
    expect(responses([fruits], format).input).toHaveLength(1)
  }
})
