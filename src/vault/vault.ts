import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeWhole } from '../disk/durable.ts'
import { createEnvelope, decrypt, encrypt, type Envelope } from './envelope.ts'
import { keyHasher } from './keys.ts'
import { tokenMint, type TokenMint } from './tokens.ts'

const KEY_BYTES = 32
const MIN_MASTER_CHARS = 32
const SERVED: readonly Served[] = ['sqlite', 'postgres']

/** Everything that needs the master key: sealing, hashing user keys, minting session tokens. */
export type Vault = {
  envelope: Envelope
  /** HMAC-SHA-256 of a whole user key, base64url. */
  hashKey(key: string): string
  mint: TokenMint
  /** Names the data key that sealed texts were made with. */
  keyId: string
  /** A 32-byte key for the purpose named, always the same for this vault. */
  derive(purpose: string): Buffer
  /** Where the master key lies when it is a file of this data folder; null when the operator keeps it elsewhere. */
  masterKeyPath: string | null
  /** The kind of database it was served with; undefined until it was. */
  serves: Served | undefined
}

/** The kinds of database that a vault is served with. */
export type Served = 'sqlite' | 'postgres'

/** Where the master key comes from: given, in a file, or, when neither is set, `master.key` in the data folder. */
type VaultOptions = { masterKey?: string | undefined; masterKeyFile?: string | undefined; dataDir: string }

/** The master key is another one than `vault.json` was made with. */
export class WrongMasterKey extends Error {
  override name = 'WrongMasterKey'
}

/** Opens the vault of a data folder, making it on the first start; a missing or a wrong master key throws a sentence for the operator. */
export async function openVault(options: VaultOptions): Promise<Vault> {
  await makeFolder(options.dataDir)
  const recordPath = join(options.dataDir, 'vault.json')
  const record = await readRecord(recordPath)
  const master = await findMasterKey(options, record !== null)
  const { keyId, dataKey } = record ? unwrap(record, master.key) : await createRecord(recordPath, master.key)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', dataKey, keyId, `yumen:${purpose}`, KEY_BYTES))
  return {
    envelope: createEnvelope(derive('seal'), keyId),
    // Hashes cannot be made again, so the pepper hangs on the data key, which outlives a change of the master key.
    hashKey: keyHasher(derive('user-key-pepper')),
    mint: tokenMint(derive('session-tokens')),
    keyId,
    derive,
    masterKeyPath: master.path,
    serves: record?.serves,
  }
}

/** The kind of database that the vault of a data folder was served with; undefined where there is no vault, or it was not served. */
export async function servedWith(dataDir: string): Promise<Served | undefined> {
  return (await readRecord(join(dataDir, 'vault.json')))?.serves
}

/** Keeps in `vault.json` which kind of database the vault of a data folder is served with. */
export async function keepServed(dataDir: string, serves: Served): Promise<void> {
  const path = join(dataDir, 'vault.json')
  const record = await readRecord(path)
  if (record !== null && record.serves !== serves) await putRecord(path, { ...record, serves })
}

/** Wraps the data key by another master key, which opens the vault from the next start on; what is sealed stays as it is. */
export async function changeMasterKey(options: VaultOptions, next: string): Promise<{ masterKeyPath: string | null }> {
  const key = checked(next, '新主密钥的文件 The file of the new master key')
  const recordPath = join(options.dataDir, 'vault.json')
  const record = await readRecord(recordPath)
  if (record === null)
    throw new Error(
      `数据文件夹中没有 vault.json：还没有启动过，或请用 YUMEN_DATA 指定数据文件夹。
  There is no vault.json in the data folder: it has not been started yet, or YUMEN_DATA is to name another.`,
    )
  const master = await findMasterKey(options, true)
  if (!fits(record, key)) await putRecord(recordPath, { ...record, ...wrap(unwrap(record, master.key), key) })
  // A death in between leaves the old key here, and the new one where the operator has it: asked again, it is only written.
  if (master.path !== null) await writeWhole(master.path, `${key}\n`)
  return { masterKeyPath: master.path }
}

type MasterKey = { key: string; path: string | null }
type DataKey = { keyId: string; dataKey: Buffer }
type Wrapped = { keyId: string; wrapped: string }
type VaultRecord = { version: 1; serves?: Served | undefined } & Wrapped

async function findMasterKey(options: VaultOptions, vaultExists: boolean): Promise<MasterKey> {
  if (options.masterKey !== undefined) {
    return { key: checked(options.masterKey, 'YUMEN_MASTER_KEY'), path: null }
  }
  if (options.masterKeyFile !== undefined) {
    const text = await readText(options.masterKeyFile).catch(unreadable)
    if (text === null)
      throw new Error(
        'YUMEN_MASTER_KEY_FILE 所指的文件不存在。\n  The file named by YUMEN_MASTER_KEY_FILE does not exist.',
      )
    return { key: checked(text, 'YUMEN_MASTER_KEY_FILE'), path: null }
  }
  const path = join(options.dataDir, 'master.key')
  const kept = await readText(path)
  if (kept !== null) return { key: checked(kept, path), path }
  if (vaultExists) {
    throw new Error(
      `缺少这个数据文件夹的主密钥：请把 master.key 放回，或设置 YUMEN_MASTER_KEY 或 YUMEN_MASTER_KEY_FILE。
  The master key of this data folder is missing: put master.key back, or set YUMEN_MASTER_KEY or YUMEN_MASTER_KEY_FILE.`,
    )
  }
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await writeWhole(path, `${key}\n`)
  return { key, path }
}

function checked(text: string, source: string): string {
  const key = text.trim()
  if (key.length < MIN_MASTER_CHARS) {
    throw new Error(
      `${source}：主密钥至少 ${MIN_MASTER_CHARS} 个字符，宜为 32 个随机字节的 base64。
  ${source}: a master key has at least ${MIN_MASTER_CHARS} characters; 32 random bytes in base64 are right.`,
    )
  }
  return key
}

async function createRecord(path: string, masterKey: string): Promise<DataKey> {
  const made = { dataKey: randomBytes(KEY_BYTES), keyId: randomBytes(4).toString('hex') }
  await putRecord(path, { version: 1, ...wrap(made, masterKey) })
  return made
}

/** `serves` stands on a line before others, which an operator may delete. */
async function putRecord(path: string, { version, serves, keyId, wrapped }: VaultRecord): Promise<void> {
  await writeWhole(path, `${JSON.stringify({ version, serves, keyId, wrapped }, null, 2)}\n`)
}

function wrap({ keyId, dataKey }: DataKey, masterKey: string): Wrapped {
  return { keyId, wrapped: encrypt(wrappingKey(masterKey, keyId), dataKey, wrapAad(keyId)).toString('base64url') }
}

function unwrap(record: VaultRecord, masterKey: string): DataKey {
  const { keyId, wrapped } = record
  try {
    const dataKey = decrypt(wrappingKey(masterKey, keyId), Buffer.from(wrapped, 'base64url'), wrapAad(keyId))
    return { keyId, dataKey }
  } catch (cause) {
    throw new WrongMasterKey(
      `主密钥与这个数据文件夹不符：vault.json 是用另一个主密钥生成的。
  The master key does not fit this data folder: vault.json was made with another one.`,
      { cause },
    )
  }
}

function fits(record: VaultRecord, masterKey: string): boolean {
  try {
    return unwrap(record, masterKey).keyId === record.keyId
  } catch {
    return false
  }
}

function wrappingKey(masterKey: string, keyId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, keyId, 'yumen:wrap', KEY_BYTES))
}

function wrapAad(keyId: string): string {
  return `yumen-data-key:${keyId}`
}

async function readRecord(path: string): Promise<VaultRecord | null> {
  const text = await readText(path)
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<VaultRecord> | null
    if (value?.version === 1 && typeof value.keyId === 'string' && typeof value.wrapped === 'string') {
      const serves = SERVED.find((one) => one === value.serves)
      return { version: 1, serves, keyId: value.keyId, wrapped: value.wrapped }
    }
  } catch (cause) {
    throw new Error(
      '数据文件夹中的 vault.json 已损坏，请从备份恢复。\n  vault.json in the data folder is damaged; restore it from a backup.',
      { cause },
    )
  }
  throw new Error(
    '无法识别数据文件夹中的 vault.json，它由另一个版本写成。\n  vault.json in the data folder has an unknown form; it was written by another version.',
  )
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
}

/** One that is a folder, or somebody else's, is a fault of that file's and not of the data folder. */
function unreadable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new Error(
    `YUMEN_MASTER_KEY_FILE 所指的文件无法读取：${reason}\n  The file named by YUMEN_MASTER_KEY_FILE cannot be read: ${reason}`,
    { cause },
  )
}
