import { statfs } from 'node:fs/promises'
import type { DiskRoom } from '../core/disk-room.ts'

/** What the process takes and what is left of its disk, in bytes. */
export type Machine = {
  node: string
  memory: { rss: number; heapUsed: number; external: number }
  disk: DiskRoom
}

/** Looks at this process and at the disk that a folder lies on. */
export async function lookAtMachine(folder: string): Promise<Machine> {
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    node: process.version,
    memory: { rss, heapUsed, external },
    disk: await lookAtDisk(folder),
  }
}

/** Looks at the disk that a folder lies on. */
export async function lookAtDisk(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}
