import { type Expression, sql, type SqlBool } from 'kysely'

/** Whether one of the columns holds `q`, whatever the case of its letters; beyond ASCII all in one case, or as names are. */
export function anyLike(columns: readonly string[], q: string): Expression<SqlBool> {
  const likes = spellings(q.trim()).map(pattern)
  const found = columns.flatMap((column) =>
    likes.map((like) => sql<SqlBool>`lower(${sql.ref(column)}) like ${like} escape '\\'`),
  )
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** Whether a column holds this text, sign by sign. */
export function holding(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} like ${pattern(text)} escape '\\'`
}

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** SQLite's `lower` knows the letters of ASCII alone: words of other alphabets are looked for in the ways they may be written. */
function spellings(q: string): string[] {
  const lower = q.toLowerCase()
  const named = lower.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return [...new Set([lower, ...[q, q.toUpperCase(), named].map(lowerInSqlite)])]
}

function lowerInSqlite(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
