import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'

type Calls = Pick<typeof fs, 'open' | 'writeFile' | 'copyFile' | 'link' | 'rename' | 'rm' | 'mkdir'>

/** Fails the sync of a path as a system does that cannot, or whose disk is broken. */
type SyncFails = (path: string) => 'EINVAL' | 'EIO' | null

/** What a process has asked of the disk, as far as a power cut now would show. */
class Disk {
  /** What would be lost or come in another order, in the words of a test. */
  readonly risks: string[] = []
  fails: SyncFails = () => null
  readonly #contents = new Set<string>()
  readonly #names = new Map<string, string>()

  /** What a power cut now could take of what was asked for so far. */
  get lost(): string[] {
    return [...this.risks, ...[...this.#contents].map((path) => `content ${path}`), ...this.#names.keys()]
  }

  written(path: string): void {
    this.#contents.add(path)
    this.#names.set(path, 'made')
  }

  made(path: string): void {
    this.#names.set(path, 'made')
  }

  synced(path: string): void {
    this.#contents.delete(path)
    for (const name of this.#names.keys()) if (dirname(name) === path) this.#names.delete(name)
  }

  linked(from: string, to: string): void {
    if (this.#contents.has(from)) this.risks.push(`named before it was synced: ${to}`)
    this.#names.set(to, 'made')
  }

  renamed(from: string, to: string): void {
    if (this.#contents.has(from)) this.risks.push(`renamed before it was synced: ${to}`)
    const earlier = [...this.#names].filter(([, how]) => how === 'renamed')
    if (earlier.length > 0) this.risks.push(`renamed while ${earlier[0]?.[0]} may still be undone: ${to}`)
    this.#names.delete(from)
    this.#contents.delete(to)
    this.#names.set(to, 'renamed')
    // The name it had must be gone as well: what is in two places is in the wrong one.
    if (dirname(from) !== dirname(to)) this.#names.set(from, 'renamed')
  }

  removed(path: string): void {
    const isGone = (name: string) => name === path || name.startsWith(path + sep)
    for (const name of this.#contents) if (isGone(name)) this.#contents.delete(name)
    for (const name of this.#names.keys()) if (isGone(name)) this.#names.delete(name)
  }

  /** Forgets what was asked so far. */
  clear(): void {
    for (const all of [this.#contents, this.#names]) all.clear()
    this.risks.length = 0
  }
}

/**
 * Notes what the process asks of the disk, until it is disposed of, as far as a power cut could undo it. What SQLite writes it syncs
 * itself.
 */
export function watchDisk(): Disk & Disposable {
  const disk = new Disk()
  const real: Calls = { ...fs }
  Object.assign(fs, noting(real, disk))
  syncBuiltinESMExports()
  return Object.assign(disk, {
    [Symbol.dispose]: () => {
      Object.assign(fs, real)
      syncBuiltinESMExports()
    },
  })
}

function noting(real: Calls, disk: Disk): Calls {
  return {
    open: async (path, flags, mode) => {
      const at = resolve(path as string)
      const file = await real.open(path, flags, mode)
      if (/^[wa]/.test(String(flags))) disk.written(at)
      const sync = file.sync.bind(file)
      return Object.assign(file, { sync: () => synced(disk, at, sync) })
    },
    writeFile: async (path, ...rest) => {
      await real.writeFile(path, ...rest)
      disk.written(resolve(path as string))
    },
    copyFile: async (from, to, mode) => {
      await real.copyFile(from, to, mode)
      disk.written(resolve(to as string))
    },
    link: async (from, to) => {
      await real.link(from, to)
      disk.linked(resolve(from as string), resolve(to as string))
    },
    rename: async (from, to) => {
      await real.rename(from, to)
      disk.renamed(resolve(from as string), resolve(to as string))
    },
    rm: async (path, options) => {
      await real.rm(path, options)
      disk.removed(resolve(path as string))
    },
    mkdir: (async (path, options) => {
      const isDeep = typeof options === 'object' && options?.recursive === true
      const first = await real.mkdir(path, options)
      noteFolders(disk, resolve(path as string), isDeep ? first : (path as string))
      return first
    }) as Calls['mkdir'],
  }
}

async function synced(disk: Disk, path: string, sync: () => Promise<void>): Promise<void> {
  const code = disk.fails(path)
  if (code !== null) throw Object.assign(new Error(`${code}: fsync`), { code, syscall: 'fsync' })
  await sync()
  disk.synced(path)
}

function noteFolders(disk: Disk, path: string, first: string | undefined): void {
  if (first === undefined) return
  for (let at = path; at.length >= resolve(first).length; at = join(at, '..')) disk.made(at)
}
