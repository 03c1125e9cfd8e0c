import { type Conversation, type Message, NO_SETTINGS } from '../translate/conversation.ts'
import { writeRequest } from './write-request.ts'

/** What a user says. */
export const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })

/** Whom it is written for. */
export const to = { model: 'up', maxOutput: null, stream: true, quirks: {} }

/** A conversation as it is written, for a server that is asked as OpenAI's is where `over` says nothing else. */
export const written = (conversation: Partial<Conversation>, over: Partial<typeof to> = {}) =>
  writeRequest({ ...NO_SETTINGS, messages: [user('hi')], ...conversation }, { ...to, ...over })

/** Its body alone. */
export const body = (conversation: Partial<Conversation>, over: Partial<typeof to> = {}) =>
  written(conversation, over).body

/** What a function takes that takes nothing. */
export const NOTHING = { type: 'object', properties: {} }

/** A function that takes nothing. */
export const tool = {
  name: 'f',
  namespace: null,
  description: null,
  strict: null,
  form: 'function',
  schema: null,
} as const
