import { type Dialect } from '../../../src/core/protocol.ts'
import { shellQuote } from './shell-quote.ts'

/** The variable of the environment that programs we write take the key from. */
export const KEY = 'YUMEN_API_KEY'

/** How each vendor's clients send the key. In double quotes, so that the shell fills it in. */
const KEY_HEADERS: Readonly<Record<Dialect, string>> = {
  openai: `"Authorization: Bearer $${KEY}"`,
  anthropic: `"x-api-key: $${KEY}"`,
  gemini: `"x-goog-api-key: $${KEY}"`,
}

type Asked = {
  url: string
  dialect: Dialect
  /** Whether the answer comes bit by bit. */
  stream: boolean
  /** Beside the key and the type of the body. */
  headers: Readonly<Record<string, string>>
  body: string
}

/** A command that sends a request of JSON; the key stands in a variable. */
export function curlCommand({ url, dialect, stream, headers, body }: Asked): string {
  return [
    `curl ${stream ? '-N ' : ''}${shellQuote(url)}`,
    `-H ${KEY_HEADERS[dialect]}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuote(body)}`,
  ].join(' \\\n  ')
}
