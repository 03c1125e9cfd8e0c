import { lchown, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sync } from '../disk/durable.ts'
import { type Served, servedWith } from '../vault/vault.ts'

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

/** How the folder begins in which a restore puts what was there before. */
export const ASIDE = 'before-restore-'

/** How the folder begins in which a restore keeps what is to take the database's place, until it has. */
export const RESTORING = '.restore-'

/** Something an operator has to mend, as a sentence. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Refuses where the database is a server's, which brings tools of its own. */
export function requireEmbedded({ databaseUrl }: Place): void {
  if (databaseUrl === undefined) return
  throw new Refusal(
    `数据库是 PostgreSQL：请使用 pg_dump 和 pg_restore，并另行保存数据文件夹中的 vault.json 和主密钥。
  The database is PostgreSQL: use pg_dump and pg_restore for it, and keep vault.json of the data folder and the master key apart from it.`,
  )
}

/**
 * Refuses to take another database for the one that a vault is served with: what lies beside a vault of PostgreSQL where nobody says of
 * which, and a server's while the vault is of the file beside it. What is there is from before a move.
 */
export async function requireNamed(
  { dataDir, databaseUrl }: Place,
  serves: Served | undefined,
  more = { zh: '', en: '' },
): Promise<void> {
  if (databaseUrl === undefined && serves === 'postgres') throw new Refusal(notNamed(dataDir, more))
  if (databaseUrl === undefined || serves !== 'sqlite') return
  if (await exists(join(dataDir, DATABASE))) throw new Refusal(notOfServer(dataDir))
}

function notNamed(dataDir: string, more: { zh: string; en: string }): string {
  return `${dataDir} 中的 ${VAULT} 属于一个 PostgreSQL 数据库，而没有设置 DATABASE_URL：请设置它。${more.zh}
  ${VAULT} in ${dataDir} belongs to a database of PostgreSQL, and DATABASE_URL is not set: set it.${more.en}`
}

function notOfServer(dataDir: string): string {
  return `${dataDir} 的网关使用 ${DATABASE}，而 DATABASE_URL 指定了另一个数据库：请去掉 DATABASE_URL。若要改用 PostgreSQL，请运行 move postgres；${DATABASE} 若已作废，请先移到别处。
  The gateway of ${dataDir} is on ${DATABASE}, and DATABASE_URL names another database: leave it out. To change to PostgreSQL run move postgres; a ${DATABASE} that is of no use any more is put elsewhere first.`
}

/** Refuses where no gateway has kept anything yet, since what is opened would be made, and where it is kept elsewhere. */
export async function requireData(place: Place): Promise<void> {
  const { dataDir, databaseUrl } = place
  await requireNamed(place, await servedWith(dataDir))
  for (const name of databaseUrl === undefined ? [DATABASE, VAULT] : [VAULT]) {
    if (await exists(join(dataDir, name))) continue
    throw new Refusal(
      `${dataDir} 中没有 ${name}，请用 YUMEN_DATA 指定数据文件夹。
  There is no ${name} in ${dataDir}: name the data folder with YUMEN_DATA.`,
    )
  }
}

/** Whether there is anything at a path. */
export async function exists(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  return found !== null
}

/** Removes a database that is not to stay, with all that SQLite keeps beside it. */
export async function removeDatabase(path: string): Promise<void> {
  for (const beside of ['', '-journal', '-wal', '-shm']) await rm(`${path}${beside}`, { force: true })
}

/** What root writes into the folder of a service would be closed to the service: it goes to whoever owns the folder. */
export async function leaveToOwner(dataDir: string, names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dataDir)
  for (const name of names) {
    await lchown(join(dataDir, name), uid, gid)
    await sync(join(dataDir, name))
  }
}

/** The sentence for a file that cannot be read, with the system's reason. */
export function unreadable(path: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(`无法读取 ${path}：${reason}\n  ${path} cannot be read: ${reason}`, { cause: error })
}

/** The sentence for a file or folder that cannot be written, with the system's reason. */
export function unwritable(path: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(`无法写入 ${path}：${reason}\n  ${path} cannot be written: ${reason}`, { cause: error })
}
