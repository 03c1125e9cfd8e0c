import { z } from 'zod'

const strings = z.array(z.string())

/** A list of strings from a column that holds JSON, or null where the column does. */
export function readStrings(text: string | null): string[] | null {
  return text === null ? null : strings.parse(JSON.parse(text))
}

/** A list of strings as a column holds it; null stays null. */
export function writeStrings(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list)
}

const record = z.record(z.string(), z.unknown())

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** An object of plain values from a column that holds JSON. */
export function readFacts(text: string): z.output<typeof facts> {
  return facts.parse(JSON.parse(text))
}

/** An object from a column that holds JSON. */
export function readRecord(text: string): Record<string, unknown> {
  return record.parse(JSON.parse(text))
}
