import type { Dialect, Kysely, Transaction } from 'kysely'
import type { Tables } from './schema.ts'

/** What only one process of a deployment may do at a time. */
export type Exclusive = 'migrate' | 'settle' | 'name_models' | 'set_prices' | 'change_admins'

/** One of the two databases: its dialect, and the little SQL that is its own. */
export type Engine = {
  dialect: Dialect
  /** Holds the right to do `what` until the transaction ends. */
  lock(tx: Transaction<Tables>, what: Exclusive): Promise<void>
  /** Makes the database itself refuse to update or delete rows of a table. */
  makeAppendOnly(db: Kysely<Tables>, table: keyof Tables): Promise<void>
}
