import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The owner of rows that only take up room. */
export const FILLER = 'filler'

const BATCH = 100_000

/** Grows a gateway's database to so many bytes with old requests of nobody's, as a year of use would; it must not be running. */
export async function fillDatabase(dataDir: string, bytes: number): Promise<number> {
  const file = join(dataDir, 'yumen.db')
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off')
  const found = db.prepare('pragma table_info(request)').all() as { name: string; type: string; notnull: number }[]
  const columns = found.map(({ name, type, notnull }) => `${valueOf(name, type, notnull)} as ${name}`)
  const names = found.map(({ name }) => name).join(', ')
  const insert = db.prepare(
    `with recursive n(i) as (select @from union all select i + 1 from n where i < @to)
     insert into request (${names}) select ${columns.join(', ')} from n`,
  )
  let rows = 0
  while ((await stat(file)).size < bytes) {
    insert.run({ from: rows + 1, to: rows + BATCH })
    rows += BATCH
    db.exec('pragma wal_checkpoint(truncate)')
  }
  db.close()
  return rows
}

const VALUES: Readonly<Record<string, string>> = {
  id: `printf('00000000-0000-7000-8000-%012d', i)`,
  at: `1700000000000 + i * 1000`,
  user_id: `'${FILLER}'`,
  usage_raw: `printf('{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":0}}', i, i, i)`,
  status: `'succeeded'`,
}

function valueOf(name: string, type: string, notnull: number): string {
  return VALUES[name] ?? (notnull === 0 ? 'null' : /int/i.test(type) ? '1' : `'${name}'`)
}
