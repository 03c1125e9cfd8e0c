import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DIALECTS, PROTOCOLS, type ProtocolId } from '../src/core/protocol.ts'
import { CODECS } from '../src/protocols/translate/all.ts'
import { TRANSLATED, type TranslatedId } from '../src/protocols/translate/codec.ts'
import { servedBy } from '../src/protocols/translate/pairs.ts'
import { withPart } from './doc-part.ts'

// Writes the tables of docs/protocols.md that say who serves whom and what becomes of each field of a request, from the
// code's own tables:
//   node scripts/protocol-docs.ts

export const PAGE = fileURLToPath(new URL('../docs/protocols.md', import.meta.url))

/** The page with its tables as the codecs have them now; throws when the page has no place for them. */
export function withTables(page: string): string {
  const script = 'protocol-docs.ts'
  const served = withPart(page, { name: 'served', script }, servedTable())
  return withPart(served, { name: 'fields', script }, TRANSLATED.map(tableOf).join('\n\n'))
}

/** Who asks, and the protocols that can serve them, the best first. */
const ASKS: readonly [string, readonly ProtocolId[]][] = [
  ...(Object.keys(PROTOCOLS) as ProtocolId[]).map((id): [string, readonly ProtocolId[]] => [`\`${id}\``, servedBy(id)]),
  ['`gemini-generate`, for a picture', servedBy('gemini-generate', 'picture')],
  ['`gemini-generate`, for sound', servedBy('gemini-generate', 'sound')],
]

/** Which protocols of each dialect serve a caller of each protocol. */
function servedTable(): string {
  const rows = ASKS.map(([asks, by]) => {
    const cells = DIALECTS.map((dialect) => {
      const found = by.filter((id) => PROTOCOLS[id].dialect === dialect)
      if (found.length === 0) return asks.includes('count-tokens') ? 'counted here' : 'refused'
      return found.map((id) => `\`${id}\``).join(', ')
    })
    return `| ${asks} | ${cells.join(' | ')} |`
  })
  return [`| asked for | ${DIALECTS.join(' | ')} |`, `|---|${DIALECTS.map(() => '---|').join('')}`, ...rows].join('\n')
}

/** What each field of a protocol becomes in the others. */
function tableOf(from: TranslatedId): string {
  const others = TRANSLATED.filter((id) => id !== from)
  const rows = Object.entries(CODECS[from].fields).flatMap(([field, treatment]) =>
    treatment === 'own' ? [] : [`| \`${field}\` | ${others.map((to) => outcome(treatment, to)).join(' | ')} |`],
  )
  const head = [`| ${from} | ${others.join(' | ')} |`, `|---|${others.map(() => '---|').join('')}`]
  return [...head, ...rows].join('\n')
}

function outcome(treatment: string, to: TranslatedId): string {
  if (treatment === 'refused' || treatment === 'dropped') return treatment
  const { fields: read, written = read } = CODECS[to]
  const fields = Object.entries(written).flatMap(([field, meaning]) => (meaning === treatment ? [field] : []))
  return fields.length === 0 ? 'dropped' : fields.map((field) => `\`${field}\``).join(', ')
}

if (import.meta.main) await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8')))
