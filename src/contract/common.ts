import { z } from 'zod'
import { BILLION_USD, parseFactor, parseUsd } from '../core/money.ts'
import { SERVICE_TIERS } from '../core/service-tier.ts'

/** An ISO 8601 time in UTC. */
export const time = z.iso.datetime()

/** Money as a decimal string in USD with up to nine fraction digits. */
export const usd = z.string().refine((text) => parseUsd(text) !== undefined, 'not an amount in USD')

/** A price, never negative: USD per million tokens, or per piece. */
export const price = usd.refine((text) => !text.startsWith('-'), 'must not be negative')

/** An amount that something is compared with, never negative. */
export const bound = price.refine((text) => (parseUsd(text) ?? 0n) <= BILLION_USD, 'at most a billion USD')

/** A factor on a price as a decimal string with up to six fraction digits. */
export const factor = z.string().refine((text) => parseFactor(text) !== undefined, 'not a factor')

/** An e-mail address, at most the 254 characters that SMTP leaves for one (RFC 5321, 4.5.3.1.3: a path of 256 with its brackets). */
export const email = z.email().max(254)

/** A whole number from 0 to 2^53 − 1, so that JSON carries it exactly. */
export const count = z.int().nonnegative()

/** What is told by its name, with the id by which it is asked for. */
export const named = z.strictObject({ id: z.string(), name: z.string() })

/** What takes so many at once, and how many it has. */
export const load = z.strictObject({ used: count, limit: count })

/** Requests an endpoint may have under way, as its operator set; null: any number. */
export const maxConcurrency = count.nullable()

/** Requests a credential may have under way, as its upstream's refusals taught; null: any number. */
export const learntLimit = count.nullable()

/** A time an operator allows an upstream, in milliseconds: a tenth of a second to a day. */
export const waitMs = z.int().min(100).max(86_400_000)

/** A page of a list: `next` is the cursor of the following page, null on the last. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() })

/** A whole list that is short by nature. */
export const listOf = <T extends z.ZodType>(item: T) => z.strictObject({ items: z.array(item), next: z.null() })

/** Query values come one or many; this reads both as a list. */
export const many = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]))

/** The same for values of a fixed choice. */
export const manyOf = <const V extends readonly string[]>(values: V) =>
  z.union([z.enum(values), z.array(z.enum(values))]).transform((value) => (Array.isArray(value) ? value : [value]))

/** Whether no two entries of a list go by the same name; undefined is none. */
export function isOnceEach<T>(list: readonly T[], nameOf: (entry: T) => string | number | undefined): boolean {
  const names = list.map(nameOf).filter((name) => name !== undefined)
  return new Set(names).size === names.length
}

/** A cursor as a query holds it, of a form that lets it be empty: that is the first page's. */
export const cursorAs = (form: z.ZodString) => form.optional().transform((cursor) => cursor || undefined)

/** The part of a list that is asked for: how much, and from where on. */
export const page = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  // One by name holds a whole name as JSON, in which a character may take six.
  cursor: cursorAs(z.string().max(500)),
}

/** The same of a list whose cursor is the id of a row. */
export const pageById = { ...page, cursor: cursorAs(z.string().regex(/^[\w-]{0,64}$/)) }

/** How a list is ordered: by a column, with a minus in front for the largest or latest first. */
export type Sort<C extends string> = C | `-${C}`

/** How a list may be ordered, by one of `columns` either way. */
export const sortBy = <const C extends string>(columns: readonly C[]) =>
  z.enum(columns.flatMap((column): Sort<C>[] => [column, `-${column}`]))

/** The IANA zone in which days, and what is counted by them, begin; one that is not known is a 422. */
export const zoned = { tz: z.string().max(64).default('UTC') }

/** How a list is exported: a table for spreadsheets, or everything as it is. */
export const exported = { format: z.enum(['csv', 'json']).default('csv') }

/** How every failed call answers; `detail` is in the caller's language. */
export const errorBody = z.strictObject({
  detail: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** What a 204 answers: its empty body is read as null. */
export const nothing = z.null()

/** Ways of being served that vendors price apart; `fast` is Anthropic's fast mode. */
export const serviceTier = z.enum(SERVICE_TIERS)
