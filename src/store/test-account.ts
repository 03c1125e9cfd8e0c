import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Adds an account to a database of any schema; the store would write the columns of the newest one. */
export async function addAccount({ kysely }: Database, id: string): Promise<void> {
  await sql`insert into user (id, email, email_key, name, role, status, password_hash, must_change_password, billing, note, preferences, created_at)
    values (${id}, ${`${id}@example.com`}, ${`${id}@example.com`}, 'One', 'user', 'active', '-', 0, 'unlimited', '', '{}', 0)`.execute(
    kysely,
  )
}
