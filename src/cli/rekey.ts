import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { changeMasterKey } from '../vault/vault.ts'
import { leaveToOwner, type Place, Refusal, VAULT } from './place.ts'

/** Changes the master key to the one in a file; answers where it lies when that is the data folder. */
export async function rekey({ dataDir, masterKey, masterKeyFile }: Place, file: string): Promise<string | null> {
  const next = await readFile(file, 'utf8').catch(() => {
    throw new Refusal(`无法读取新主密钥的文件：${file}\n  The file of the new master key cannot be read: ${file}`)
  })
  const { masterKeyPath } = await changeMasterKey({ dataDir, masterKey, masterKeyFile }, next)
  await leaveToOwner(dataDir, [VAULT, ...(masterKeyPath === null ? [] : [basename(masterKeyPath)])])
  return masterKeyPath
}
