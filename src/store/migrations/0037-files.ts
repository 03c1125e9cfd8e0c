import type { Kysely } from 'kysely'
import type { Tables } from '../schema.ts'
import { widen } from './widen.ts'

const VENDORS = [
  { dialect: 'anthropic', baseUrl: 'https://api.anthropic.com', before: ['batches', 'messages'] },
  {
    dialect: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    before: ['embeddings', 'generate', 'interactions'],
  },
]

/** Files, at those endpoints of Anthropic's and Google's own that offer all that could be asked of them before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const vendor of VENDORS) await widen(db, vendor, 'files')
}
