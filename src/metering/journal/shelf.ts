import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../core/ids.ts'
import { makeFolder, writeWhole } from '../../disk/durable.ts'

/** The folder with the journal's segments: numbered files of which only the newest is written to. */
export type Shelf = {
  readonly folder: string
  /** Names this journal among those of other nodes that share a database. */
  readonly node: string
  path(number: number): string
  /** The segments there are, oldest first, and their sizes in bytes. */
  readonly segments: ReadonlyMap<number, number>
  readonly bytes: number
  /** Notes how long a segment is now. */
  grown(number: number, bytes: number): void
  /** Deletes every segment older than this one. */
  removeBefore(number: number): Promise<void>
}

const NAME = /^(\d{10})\.journal$/

/** Opens the folder, which is made when there is none, and looks what is in it. */
export async function openShelf(folder: string): Promise<Shelf> {
  await makeFolder(folder)
  const node = await nodeOf(join(folder, 'node'))
  const path = (number: number) => join(folder, `${String(number).padStart(10, '0')}.journal`)
  const segments = new Map<number, number>()
  const names = await readdir(folder)
  const numbers = names.flatMap((name) => NAME.exec(name)?.[1] ?? []).map(Number)
  for (const number of numbers.sort((a, b) => a - b)) segments.set(number, (await stat(path(number))).size)
  let total = segments.values().reduce((sum, bytes) => sum + bytes, 0)
  const grown = (number: number, bytes: number) => {
    total += bytes - (segments.get(number) ?? 0)
    segments.set(number, bytes)
  }
  return {
    folder,
    node,
    path,
    segments,
    get bytes() {
      return total
    },
    grown,
    removeBefore: async (number) => {
      for (const old of [...segments.keys()].filter((one) => one < number)) {
        await rm(path(old), { force: true })
        grown(old, 0)
        segments.delete(old)
      }
    },
  }
}

async function nodeOf(path: string): Promise<string> {
  const known = (await readFile(path, 'utf8').catch(missing)).trim()
  if (known !== '') return known
  const node = newId()
  await writeWhole(path, `${node}\n`)
  return node
}

function missing(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}
