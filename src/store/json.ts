import { z } from 'zod'
import type { Hindrance } from '../core/records.ts'

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

const hindrance = z.union([
  z.object({ leftMs: z.number(), by: z.string().optional() }),
  z.object({ inFlight: z.number(), limit: z.number() }),
])

/** What was in the way of an attempt, from a column that holds JSON. */
export function readHindrance(text: string): Hindrance {
  return hindrance.parse(JSON.parse(text))
}

/** What was in the way of an attempt as a column holds it; null: nothing that has a number. */
export function writeHindrance(found: Hindrance | undefined): string | null {
  return found === undefined ? null : JSON.stringify(found)
}
