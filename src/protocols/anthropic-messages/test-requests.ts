import { type Conversation, type Message, NO_SETTINGS, type Tool } from '../translate/conversation.ts'
import { writeRequest } from './write-request.ts'

export const said = (text: string) => ({ type: 'text' as const, text })
export const user = (text: string): Message => ({ role: 'user', parts: [said(text)] })
export const system = (text: string): Message => ({ role: 'system', parts: [said(text)] })
export const assistant = (text: string): Message => ({ role: 'assistant', parts: [said(text)] })
export const call = (id: string, input = '{}') =>
  ({ type: 'call', id, name: 'f', namespace: null, form: 'function', input, signature: null }) as const
export const calling = (...parts: ReturnType<typeof call>[]): Message => ({ role: 'assistant', parts })
export const result = (callId: string, text: string): Message => ({
  role: 'tool',
  results: [{ callId, name: 'f', form: 'function', parts: [said(text)], isError: false }],
})
export const tool = (name: string, more: Partial<Tool> = {}): Tool =>
  ({ name, namespace: null, description: null, strict: null, form: 'function', schema: null, ...more }) as Tool

export const write = (
  over: Partial<Conversation>,
  to: { model?: string; maxOutput?: number | null; stream?: boolean } = {},
) =>
  writeRequest(
    { ...NO_SETTINGS, messages: [user('hi')], ...over },
    { model: 'claude-opus-4-6', maxOutput: null, stream: false, quirks: {}, ...to },
  )
export const bodyOf = (...args: Parameters<typeof write>) => write(...args).body
export const messagesOf = (messages: Message[], model = 'claude-opus-4-6') => bodyOf({ messages }, { model }).messages
export const text = (words: string) => ({ type: 'text', text: words })
