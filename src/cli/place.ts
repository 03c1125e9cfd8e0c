/** Where a gateway keeps its data, and what opens it. */
export type Place = {
  dataDir: string
  databaseUrl: string | undefined
  masterKey: string | undefined
  masterKeyFile: string | undefined
}

/** The file of the data folder that is the embedded database. */
export const DATABASE = 'yumen.db'
/** The file of the data folder with the wrapped data key, without which the database's secrets cannot be read. */
export const VAULT = 'vault.json'

/** Something an operator has to mend, as a sentence. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Refuses where the database is a server's, which brings tools of its own. */
export function requireEmbedded({ databaseUrl }: Place): void {
  if (databaseUrl === undefined) return
  throw new Refusal(
    'The database is PostgreSQL: use pg_dump and pg_restore for it, and keep vault.json of the data folder and the master key apart from it.',
  )
}
