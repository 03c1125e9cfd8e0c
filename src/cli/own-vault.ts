import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openVault, type Vault } from '../vault/vault.ts'
import { DATABASE, exists, type Place, Refusal, requireNamed, RESTORING, VAULT } from './place.ts'

/** Opens the vault of a gateway that starts, making it on the first one; refused where what is there would lose the keys of its users. */
export async function openOwnVault(place: Place): Promise<Vault> {
  await requireVaultOf(place)
  const vault = await openVault(place)
  await requireServed(place, vault)
  return vault
}

/**
 * Refuses a database whose vault is gone, and a folder that a restore was killed in: with a new vault or an empty database no key of
 * a user would be valid, and clients throw away what gets 401.
 */
export async function requireVaultOf({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== undefined) return
  if (!(await exists(join(dataDir, DATABASE)))) return requireRestored(dataDir)
  if (await exists(join(dataDir, VAULT))) return
  throw new Refusal(
    `${dataDir} 中有 ${DATABASE}，却没有 ${VAULT}：没有它，用户密钥和上游密钥都会失效。请把它放回，或用 restore 恢复备份。
  There is ${DATABASE} in ${dataDir}, and no ${VAULT}, without which no user key is valid and no credential can be read: put it back, or restore a backup.`,
  )
}

async function requireRestored(dataDir: string): Promise<void> {
  const begun = (await exists(dataDir)) && (await readdir(dataDir)).some((name) => name.startsWith(RESTORING))
  if (!begun) return
  throw new Refusal(
    `${dataDir} 的恢复没有完成：请再次运行 restore；原有数据在 before-restore-… 中。
  A restore of ${dataDir} was cut short: run restore again; what was there before is in before-restore-….`,
  )
}

/** How an operator says that it is meant. */
const ANEW = {
  zh: '若要从头开始，请用 YUMEN_DATA 指定另一个文件夹。',
  en: ' To begin anew, name another folder with YUMEN_DATA.',
}

/** Refuses to make a database beside a vault that was served with one, whose user keys would not be in it. */
async function requireServed(place: Place, { serves }: Vault): Promise<void> {
  await requireNamed(place, serves, ANEW)
  const { dataDir, databaseUrl } = place
  if (databaseUrl !== undefined || serves === undefined) return
  if (!(await exists(join(dataDir, DATABASE)))) throw new Refusal(notServed(dataDir))
}

function notServed(dataDir: string): string {
  return `${dataDir} 中的 ${VAULT} 属于另一个数据库，这里没有它的用户密钥，它们都会得到 401：请把 ${DATABASE} 放回或用 restore 恢复备份，用 PostgreSQL 时检查 DATABASE_URL。${ANEW.zh}
  ${VAULT} in ${dataDir} belongs to another database, whose user keys are not here and would all get 401: put ${DATABASE} back or restore a backup, and with PostgreSQL look at DATABASE_URL.${ANEW.en}`
}

/** Where a database keeps whose vault it belongs to. */
const VAULT_OF_DATABASE = 'vault.key_id'

type Noted = { get(key: string): Promise<unknown>; put(key: string, value: string): Promise<void> }

/**
 * Refuses a database that another vault belongs to, as its user keys and credentials do. One that names none belongs to this one from
 * now on, and is refused where this one had another.
 */
export async function requireOwnVault(settings: Noted, { dataDir }: Place, { keyId, serves }: Vault): Promise<void> {
  const known = (await settings.get(VAULT_OF_DATABASE)) as string | undefined
  if (known === keyId) return
  if (known === undefined) {
    if (serves !== undefined) throw new Refusal(notServed(dataDir))
    return settings.put(VAULT_OF_DATABASE, keyId)
  }
  throw new Refusal(
    `数据库属于另一个 ${VAULT}（keyId 为 ${known}），${dataDir} 中的是 ${keyId}：用它，用户密钥和上游密钥都会失效。请把原来的 ${VAULT} 和主密钥放回，或用 YUMEN_DATA 指定原来的数据文件夹。
  The database belongs to another ${VAULT} (keyId ${known}) than the one in ${dataDir} (${keyId}), with which no user key is valid and no credential can be read: put back the one it had and its master key, or name the folder it had with YUMEN_DATA.`,
  )
}
