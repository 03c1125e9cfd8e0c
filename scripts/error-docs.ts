import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { API_ERRORS } from '../src/api/errors.ts'
import { ERRORS } from '../src/core/error-catalogue.ts'
import { type ErrorCode, GatewayError } from '../src/core/errors.ts'
import { asRecord, parseJson } from '../src/core/json.ts'
import { anthropicErrors } from '../src/protocols/anthropic-errors.ts'
import { geminiErrors } from '../src/protocols/gemini-errors.ts'
import { openaiErrors } from '../src/protocols/openai-errors.ts'
import type { DialectErrors } from '../src/protocols/protocol.ts'
import { withPart } from './doc-part.ts'

// Writes the tables of docs/errors.md from the catalogues of the relay and of the console's API:
//   node scripts/error-docs.ts

export const PAGE = fileURLToPath(new URL('../docs/errors.md', import.meta.url))

/** The page with its tables as the catalogues have them now; throws when the page has no place for them. */
export function withTables(page: string): string {
  const script = 'error-docs.ts'
  return withPart(withPart(page, { name: 'relay', script }, relayTable()), { name: 'console', script }, consoleTable())
}

/** Each dialect, and the field of its errors that says which it is. */
const DIALECTS = [
  ['OpenAI', openaiErrors, 'code'],
  ['Anthropic', anthropicErrors, 'type'],
  ['Gemini', geminiErrors, 'status'],
] as const satisfies readonly (readonly [string, DialectErrors, string])[]

/** What each error is to callers of each dialect, as they are really told it. */
function relayTable(): string {
  const head = DIALECTS.map(([dialect, , field]) => `${dialect}: \`${field}\``).join(' | ')
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const error = new GatewayError(code)
    const told = DIALECTS.map(([, dialect, field]) => {
      const { status, body } = dialect.refuse(error, { locale: 'en', requestId: '' })
      return `${status} \`${String(asRecord(asRecord(parseJson(String(body))).error)[field])}\``
    })
    return `| \`${code}\` | ${told.join(' | ')} | ${error.in('en')} |`
  })
  return [`| error class | ${head} | what is said |`, '|---|---|---|---|---|', ...rows].join('\n')
}

function consoleTable(): string {
  const rows = Object.entries(API_ERRORS).map(([code, { status, en }]) => `| \`${code}\` | ${status} | ${en} |`)
  return ['| `code` | status | what is said |', '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8')))
