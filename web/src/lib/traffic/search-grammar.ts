import type { Dimension } from '../../../../src/contract/usage.ts'

/** What one may choose from in a dimension: the id the API knows, and the name people see. */
export type Choice = { id: string; name: string }

/** A search that was understood: values to filter by, and what is left to look for as it stands. */
export type Understood = { ok: true; filters: Partial<Record<Dimension, string[]>>; q: string }

/** Why a search was not understood, and the term that stands in the way. */
export type Misunderstood = {
  ok: false
  why: 'unknown_field' | 'not_negated' | 'no_match' | 'many_words'
  term: string
}

/** Words the status filter takes besides HTTP codes. */
const STATUS_WORDS = ['succeeded', 'failed', 'cancelled', 'refused', '4xx', '5xx'] as const

/** Splits at spaces outside double quotes; the quotes go. */
function termsOf(text: string): string[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([term]) => term.replaceAll('"', ''))
}

/**
 * Reads `status:429 model:claude* key:"Claude Code" 01932f` : terms are combined, values behind commas are alternatives,
 * `*` stands for anything, and one word without a field is looked for as it is (a request id, say).
 */
export function readSearch(
  text: string,
  fields: readonly Dimension[],
  choices: (dimension: Dimension) => readonly Choice[],
): Understood | Misunderstood {
  const filters: Partial<Record<Dimension, string[]>> = {}
  const words: string[] = []
  for (const term of termsOf(text)) {
    const [, minus, name, value] = /^(-?)([a-z_]+):(.*)$/i.exec(term) ?? []
    if (name === undefined || value === undefined) {
      words.push(term)
      continue
    }
    const field = fields.find((one) => one === name.toLowerCase())
    if (!field) return { ok: false, why: 'unknown_field', term }
    if (minus) return { ok: false, why: 'not_negated', term }
    const found = value.split(',').flatMap((wanted) => matches(field, wanted, choices(field)))
    if (found.length === 0) return { ok: false, why: 'no_match', term }
    filters[field] = [...new Set([...(filters[field] ?? []), ...found])]
  }
  const [q = '', second] = words
  if (second !== undefined) return { ok: false, why: 'many_words', term: words.join(' ') }
  return { ok: true, filters, q }
}

function matches(field: Dimension, wanted: string, choices: readonly Choice[]): string[] {
  if (field === 'status') return statusesOf(wanted)
  const looks = patternOf(wanted)
  return choices.filter(({ id, name }) => looks.test(id) || looks.test(name)).map(({ id }) => id)
}

function statusesOf(wanted: string): string[] {
  const word = wanted.toLowerCase()
  if (word === 'ok' || word === '2xx') return ['succeeded']
  if (/^[1-5]\d\d$/.test(word)) return [word]
  return STATUS_WORDS.filter((status) => status === word)
}

function patternOf(wanted: string): RegExp {
  const parts = wanted.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 'i')
}
