import { type Expression, sql, type SqlBool } from 'kysely'

/** Whether one of the columns holds `q`, whatever the case of its letters. */
export function anyLike(columns: readonly string[], q: string): Expression<SqlBool> {
  const like = `%${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const found = columns.map((column) => sql<SqlBool>`lower(${sql.ref(column)}) like ${like} escape '\\'`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}
