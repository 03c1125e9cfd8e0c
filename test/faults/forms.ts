import type { Dialect } from '../../src/core/protocol.ts'

/** A way to ask for an answer, and what is known of the one that comes. */
type Form = {
  dialect: Dialect
  path(model: string, stream: boolean): string
  body(model: string, stream: boolean): object
  /** The failure that ends a stream, with its bytes as group 0. */
  failure: RegExp
}

const messages = [{ role: 'user', content: 'hi' }]
const contents = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
const gemini = (query: string): Omit<Form, 'failure'> => ({
  dialect: 'gemini',
  path: (model, stream) =>
    stream ? `/v1beta/models/${model}:streamGenerateContent${query}` : `/v1beta/models/${model}:generateContent`,
  body: () => contents,
})

/** Every form a stream is asked for in; usage is asked for where it is optional, so that all bytes are the vendor's. */
export const FORMS = {
  chat: {
    dialect: 'openai',
    path: () => '/v1/chat/completions',
    body: (model, stream) => ({ model, messages, stream, ...(stream && { stream_options: { include_usage: true } }) }),
    failure: /data: \{"error":\{"message":.*\n\n$/,
  },
  responses: {
    dialect: 'openai',
    path: () => '/v1/responses',
    body: (model, stream) => ({ model, input: 'hi', stream }),
    failure: /event: error\ndata: \{"type":"error",.*\n\nevent: response\.failed\ndata: .*\n\n$/,
  },
  messages: {
    dialect: 'anthropic',
    path: () => '/v1/messages',
    body: (model, stream) => ({ model, messages, stream, max_tokens: 100 }),
    failure: /event: error\ndata: \{"type":"error",.*\n\n$/,
  },
  events: { ...gemini('?alt=sse'), failure: /data: \{"error":\{"code":.*\n\n$/ },
  array: { ...gemini(''), failure: /(?:,\r\n|\[)\{"error":\{"code":.*\}\}\]$/ },
} as const satisfies Record<string, Form>

export type FormName = keyof typeof FORMS

export const FORM_NAMES = Object.keys(FORMS) as FormName[]

/** The bytes that came before a failure that was told in the stream, and whether one was. */
export function splitAnswer(form: FormName, text: string): { forwarded: string; failed: boolean } {
  const failure = FORMS[form].failure.exec(text)
  return { forwarded: failure ? text.slice(0, failure.index) : text, failed: failure !== null }
}

/** Whether the error of a refusal is one of the dialect's. */
export function isTypedError(form: FormName, text: string): boolean {
  const value: unknown = JSON.parse(text)
  const { error, type } = (Array.isArray(value) ? value[0] : value) as { error?: { message?: string }; type?: string }
  return typeof error?.message === 'string' && (FORMS[form].dialect !== 'anthropic' || type === 'error')
}

/** The words of an answer in any form, as its reader puts them together. */
export function wordsIn(text: string): string {
  const found = text.matchAll(/"(?:content|text|delta)":\s?("(?:[^"\\]|\\.)*")/g)
  return [...found].map(([, word]) => JSON.parse(word ?? '""') as string).join('')
}
