import { chmod, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const SECRET = 0o600
const PRIVATE = 0o700

/**
 * What systems say that sync no folder, or not one that may be written and not read; PostgreSQL lets the same pass
 * (src/backend/storage/file/fd.c, `fsync_fname_ext`).
 */
const UNSYNCABLE: ReadonlySet<unknown> = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EISDIR', 'EACCES', 'EPERM'])

/** Resolves when what is in a file, or which names are in a folder, would survive a power cut. */
export async function sync(path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory()
  try {
    // Windows syncs only what is open for writing.
    await using opened = await open(path, isFolder ? 'r' : 'r+')
    await opened.sync()
  } catch (error) {
    if (!isFolder || !UNSYNCABLE.has((error as NodeJS.ErrnoException).code)) throw error
  }
}

/** Resolves when the names of files and folders that were made, moved or deleted would survive a power cut, in this order. */
export async function syncNames(...paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map((path) => dirname(resolve(path))))) await sync(folder)
}

/** Writes a secret file, mode 0600, so that a crash leaves the whole of it or what was there, and resolves when it would survive one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', SECRET)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(draft, SECRET)
  await rename(draft, path)
  await syncNames(path)
}

/** What file systems say that give a file no second name, as FAT and some network shares. */
const UNLINKABLE: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'])

/** Gives a file that is whole a name nothing has; rejects with EEXIST where something has it, and leaves both as they are. */
export async function renameNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!UNLINKABLE.has((error as NodeJS.ErrnoException).code)) throw error
    // Whoever makes a file of this name from now on finds it taken.
    await (await open(to, 'wx', SECRET)).close()
    return rename(from, to)
  }
  await rm(from)
}

/** Makes a folder for this user alone, and those it is to lie in, where there is none; resolves when it would survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  // Not `recursive`: where a system says ENOENT though the parent is there, as Linux does in /proc, node tries for ever.
  const missing: string[] = []
  for (let at = resolve(path); !(await isFolder(at)) && at !== dirname(at); at = dirname(at)) missing.push(at)
  for (const one of missing.toReversed()) {
    await mkdir(one, { mode: PRIVATE }).catch(async (error: unknown) => {
      // Another process may have made it meanwhile.
      if (!(await isFolder(one))) throw error
    })
  }
  if (missing.length > 0) await syncNames(...missing)
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  return found?.isDirectory() ?? false
}
