import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { widen } from './widen.ts'

const GOOGLE = 'https://generativelanguage.googleapis.com'

/** Interactions, at those endpoints of Google's own that offer all that could be asked of them before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await widen(db, { dialect: 'gemini', baseUrl: GOOGLE, before: ['embeddings', 'generate'] }, 'interactions')
}
