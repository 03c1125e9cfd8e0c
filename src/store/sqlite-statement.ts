import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** Rows, or the number of those that a statement changed. */
export type SqliteFound = { rows: unknown[]; changes: bigint | null }

/** A statement that can be asked again and again, with a value for each of its question marks. */
export type SqliteStatement = (values: readonly unknown[]) => SqliteFound

/** Texts, names in quotes and comments, in which a question mark stands for nothing. */
const NO_PLACES = /'[^']*'|"[^"]*"|`[^`]*`|--.*|\/\*[\s\S]*?\*\//g

/**
 * Prepares a statement for a database that reads integers as bigint. Node would leave out what follows the first statement, take null
 * for a value that is missing, and an object that comes first for values by name; here each throws, since one of them is money.
 */
export function prepareStatement(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql)
  if (sql.slice(statement.sourceSQL.length).trim() !== '') throw new RangeError('More than one statement was given.')
  const places = sql.replaceAll(NO_PLACES, '').split('?').length - 1
  const answers = statement.columns().length > 0
  return (values) => {
    const bound = bindable(values, places)
    if (answers) return { rows: statement.all(...bound), changes: null }
    return { rows: [], changes: BigInt(statement.run(...bound).changes) }
  }
}

/** The types of all others are looked at by node. */
function bindable(values: readonly unknown[], places: number): SQLInputValue[] {
  if (values.length !== places) throw new RangeError(`There are ${values.length} values for ${places} places.`)
  const [first] = values
  if (typeof first === 'object' && first !== null && !ArrayBuffer.isView(first)) {
    throw new TypeError('An object cannot be a value.')
  }
  return values as SQLInputValue[]
}
