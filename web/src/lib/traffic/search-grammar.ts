import type { Dimension } from '../../../../src/contract/usage.ts'
import { parseUsd } from '../../../../src/core/money.ts'
import { halfWidth } from '../half-width.ts'

/** What one may choose from in a dimension: the id the API knows, and the name people see. */
export type Choice = { id: string; name: string }

/** The least a request must have cost or taken, as search parameters. */
type Least = { min_cost?: string; min_ttft?: string }

/** A search that was understood: values to filter by, the least that is wanted, and what is left to look for as it stands. */
type Understood = { ok: true; filters: Partial<Record<Dimension, string[]>>; least: Least; q: string }

/** Why a search was not understood, and the term that stands in the way. */
export type Misunderstood = {
  ok: false
  why: 'unknown_field' | 'no_match' | 'no_amount' | 'many_words'
  term: string
}

type Choices = (dimension: Dimension) => readonly Choice[]

/** Words the status filter takes besides HTTP codes. */
const STATUS_WORDS = ['succeeded', 'failed', 'cancelled', 'refused', '4xx', '5xx'] as const

/** Splits at spaces outside double quotes; the quotes go. */
function termsOf(text: string): string[] {
  const straight = text.replaceAll(/[“”]/g, '"')
  return [...straight.matchAll(/(?:[^\s"]|"[^"]*")+/g)].map(([term]) => halfWidth(term.replaceAll('"', '')))
}

/**
 * Reads `status:429 model:claude* -client:curl cost:>0.1 ttft:>3s 01932f`: terms are combined, values behind commas are
 * alternatives, `*` stands for anything, a minus leaves out, and one word without a field is looked for as it is (a
 * request id, say). Signs may be those of a Chinese input method.
 */
export function readSearch(text: string, fields: readonly Dimension[], choices: Choices): Understood | Misunderstood {
  const filters: Partial<Record<Dimension, string[]>> = {}
  const least: Least = {}
  const words: string[] = []
  for (const term of inOrder(termsOf(text))) {
    const read = readTerm(term, fields)
    if (read === 'word') words.push(term)
    else if (typeof read === 'string') return { ok: false, why: read, term }
    else if ('least' in read) Object.assign(least, read.least)
    else {
      const values = valuesOf(read, filters[read.field], choices(read.field))
      if (values.length === 0) return { ok: false, why: 'no_match', term }
      filters[read.field] = values
    }
  }
  const [q = '', second] = words
  if (second !== undefined) return { ok: false, why: 'many_words', term: words.join(' ') }
  return { ok: true, filters, least, q }
}

// What is left out is taken from what the other terms have chosen.
const inOrder = (terms: readonly string[]): string[] =>
  terms.toSorted((a, b) => Number(isMinus(a.slice(0, 1))) - Number(isMinus(b.slice(0, 1))))

const isMinus = (sign: string): boolean => sign === '-' || sign === '－'

type Term = { field: Dimension; value: string; not: boolean }

function readTerm(
  term: string,
  fields: readonly Dimension[],
): Term | { least: Least } | 'word' | 'unknown_field' | 'no_amount' {
  const [, minus, written, value] = /^([-－]?)([a-z_]+)[:：](.*)$/i.exec(term) ?? []
  if (written === undefined || value === undefined) return 'word'
  const name = written.toLowerCase()
  if (isLeast(name)) return (minus === '' && LEAST[name](value.replace('》', '>').normalize('NFKC'))) || 'no_amount'
  const field = fields.find((one) => one === name)
  return field === undefined ? 'unknown_field' : { field, value, not: isMinus(minus ?? '') }
}

/** What is asked for by a least amount, in the order it is offered. */
export const LEAST_FIELDS = ['cost', 'ttft'] as const

const isLeast = (name: string): name is (typeof LEAST_FIELDS)[number] => LEAST_FIELDS.some((one) => one === name)

const LEAST: Record<(typeof LEAST_FIELDS)[number], (value: string) => { least: Least } | null> = {
  cost(value) {
    const [, amount = ''] = /^>=?\$?(\d+(?:\.\d+)?)$/.exec(value) ?? []
    return parseUsd(amount) === undefined ? null : { least: { min_cost: amount } }
  },
  ttft(value) {
    const [, amount, unit = 's'] = /^>=?(\d{1,7}(?:\.\d+)?)(ms|s)?$/i.exec(value) ?? []
    const factor = unit.toLowerCase() === 'ms' ? 1 : 1000
    return amount === undefined ? null : { least: { min_ttft: String(Math.round(Number(amount) * factor)) } }
  },
}

function valuesOf({ field, value, not }: Term, before: readonly string[] | undefined, choices: readonly Choice[]) {
  const whole = matches(field, value, choices)
  // A name may have a comma of its own.
  const found = whole.length > 0 ? whole : value.split(/[,，]/).flatMap((wanted) => matches(field, wanted, choices))
  if (!not) return found.length === 0 ? [] : [...new Set([...(before ?? []), ...found])]
  const all = before ?? choices.map(({ id }) => id)
  const left = all.filter((id) => !found.includes(id))
  return left.length === all.length ? [] : left
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
  const parts = wanted.split(/[*＊]/).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 'i')
}
