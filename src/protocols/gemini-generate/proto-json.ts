import { isRecord, type Json } from '../../core/json.ts'
import { invalid } from '../translate/shape.ts'

/** A field by its camelCase name; Google's JSON may also write it in snake_case (wire.md §1.6). Null is as good as absent. */
export function field(record: Json, name: string): unknown {
  return record[name] ?? record[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ?? null
}

/** Reads the fields of one message of a request; `where` is put before their names when one of them is wrong. */
export function fieldsIn(record: Json, where: string) {
  const read = <T>(name: string, expected: string, as: (value: unknown) => T | undefined): T | null => {
    const value = field(record, name)
    if (value === null) return null
    const found = as(value)
    if (found === undefined) throw invalid(`\`${where}${name}\` must be ${expected}`)
    return found
  }
  return {
    text: (name: string) => read(name, 'text', (value) => (typeof value === 'string' ? value : undefined)),
    flag: (name: string) => read(name, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined)),
    number: (name: string) => read(name, 'a number', numberOf),
    record: (name: string) => read(name, 'an object', (value) => (isRecord(value) ? value : undefined)),
    list: (name: string) => read(name, 'a list', (value): unknown[] | undefined => asList(value)) ?? [],
    texts: (name: string) => read(name, 'a list of texts', textsOf) ?? [],
  }
}

/** The messages of a list, each with the words to name it by. */
export function recordsIn(list: readonly unknown[], where: string): { record: Json; at: string }[] {
  return list.map((one, index) => {
    const at = `${where}[${index}]`
    if (!isRecord(one)) throw invalid(`\`${at}\` must be an object`)
    return { record: one, at }
  })
}

/** Google takes an object that stands alone for a list of one, and its own pages write contents, parts and tools so. */
function asList(value: unknown): unknown[] | undefined {
  if (isRecord(value)) return [value]
  return Array.isArray(value) ? value : undefined
}

function textsOf(value: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.every((one) => typeof one === 'string') ? list : undefined
}

/** A number may be written as text (proto3's JSON mapping), and a long one comes as raw JSON. */
export function numberOf(value: unknown): number | undefined {
  const number = Number(typeof value === 'object' ? JSON.stringify(value) : value)
  return typeof value !== 'boolean' && value !== '' && Number.isFinite(number) ? number : undefined
}
