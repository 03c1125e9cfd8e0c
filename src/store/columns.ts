import type { KyselyPlugin } from 'kysely'

const KEPT_AS_BIGINT = /_(nanos|micros|amount)$/

/**
 * The one rule for integers on both engines: columns that end in `_nanos`, `_micros` or `_amount` come back as bigint, every other
 * integer as number. The engines below hand 64-bit integers over as bigint, so nothing is rounded on the way.
 */
export const columnRule: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows) for (const name in row) row[name] = ruled(name, row[name])
    return Promise.resolve(result)
  },
}

function ruled(name: string, value: unknown): unknown {
  const big = KEPT_AS_BIGINT.test(name)
  if (typeof value === 'bigint' && !big) return Number(value)
  return typeof value === 'number' && big ? BigInt(value) : value
}
