import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { CODECS } from '../src/protocols/translate/all.ts'
import { TRANSLATED, type TranslatedId } from '../src/protocols/translate/codec.ts'

// Writes the tables of docs/protocols.md that say what becomes of each field of a request, from the codecs' own tables:
//   node scripts/protocol-docs.ts

export const PAGE = fileURLToPath(new URL('../docs/protocols.md', import.meta.url))
const BEGIN = '<!-- fields: written by scripts/protocol-docs.ts -->'
const END = '<!-- /fields -->'

/** The page with its tables as the codecs have them now; throws when the page has no place for them. */
export function withTables(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`docs/protocols.md has no place between ${BEGIN} and ${END}`)
  return `${page.slice(0, from + BEGIN.length)}\n\n${TRANSLATED.map(tableOf).join('\n\n')}\n\n${page.slice(to)}`
}

/** What each field of a protocol becomes in the other three. */
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
  const fields = Object.entries(CODECS[to].fields).flatMap(([field, meaning]) => (meaning === treatment ? [field] : []))
  return fields.length === 0 ? 'dropped' : fields.map((field) => `\`${field}\``).join(', ')
}

if (import.meta.main) await writeFile(PAGE, withTables(await readFile(PAGE, 'utf8')))
