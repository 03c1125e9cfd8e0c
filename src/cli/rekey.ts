import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { changeMasterKey } from '../vault/vault.ts'
import { leaveToOwner, type Place, unreadable, VAULT } from './place.ts'

/** Changes the master key to the one in a file; answers where it lies when that is the data folder. */
export async function rekey({ dataDir, masterKey, masterKeyFile }: Place, file: string): Promise<string | null> {
  const next = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const { masterKeyPath } = await changeMasterKey({ dataDir, masterKey, masterKeyFile }, next)
  await leaveToOwner(dataDir, [VAULT, ...(masterKeyPath === null ? [] : [basename(masterKeyPath)])])
  return masterKeyPath
}
