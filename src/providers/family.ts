import type { Descriptor } from './provider.ts'

/** What stands behind a model's name for one state of it or for the newest: a date, a number of Google's, Bedrock's version. */
const EDITION = /(?:[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|00\d|latest))?(?:-v\d+(?::\d+)?)?$/

/** Versions that have one limit for all of them (platform.claude.com, Rate limits: Opus 4.x, Sonnet 4.x and Fable 5.x). */
const COMBINED = /(claude-(?:opus|sonnet)-4|claude-fable-5)[-.]\d{1,2}$/

/** What a vendor limits as one, by a model's name there, where it says so of families; else every name by itself. */
export function limitedAs({ limitsFamilies }: Descriptor, name: string): string {
  return limitsFamilies === true ? familyOf(name) : name
}

/** Whether two names rest together at a vendor once it has refused one of them for haste. */
export function limitedTogether(vendor: Descriptor, one: string, other: string): boolean {
  return limitedAs(vendor, one) === limitedAs(vendor, other)
}

/** What may be limited as one, by a model's name there: its names with and without a date are of one model. */
export function familyOf(name: string): string {
  return name.replace(EDITION, '').replace(COMBINED, '$1')
}
