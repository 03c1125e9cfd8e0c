import type { Dimension } from '../../../../src/contract/usage.ts'
import { LEAST_FIELDS, type Choice } from './search-grammar.ts'

const MOST = 8

/** How the last term of a search may go on, each as the whole text it would make. */
export function hintsOf(
  text: string,
  fields: readonly Dimension[],
  choices: (dimension: Dimension) => readonly Choice[],
): string[] {
  const [, minus = '', last = ''] = /^(-?)(.*)$/s.exec(lastTermOf(text)) ?? []
  const before = text.slice(0, text.length - minus.length - last.length)
  const [, name, part] = /^([a-z_]+):(.*)$/i.exec(last) ?? []
  if (name === undefined || part === undefined) {
    const all = minus === '' ? [...fields, ...LEAST_FIELDS] : fields
    const fitting = last === '' ? [] : all.filter((field) => field.startsWith(last.toLowerCase()))
    return fitting.map((field) => `${before}${minus}${field}:`)
  }
  const field = fields.find((one) => one === name.toLowerCase())
  if (field === undefined) return []
  const looked = part.replaceAll('"', '').toLowerCase()
  return choices(field)
    .map((choice) => choice.name)
    .filter((value) => value.toLowerCase().includes(looked))
    .slice(0, MOST)
    .map((value) => `${before}${minus}${name}:${quoted(value)}`)
}

// From the front: only there is it clear which quotes open and which close.
const lastTermOf = (text: string): string =>
  text
    .match(/(?:[^\s"]|"[^"]*"?)+|\s+/g)
    ?.at(-1)
    ?.trim() ?? ''

const quoted = (value: string): string => (/[\s,]/.test(value) ? `"${value}"` : value)
