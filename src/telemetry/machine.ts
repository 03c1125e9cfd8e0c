import { statfs } from 'node:fs/promises'

/** What the process takes and what is left of its disk, in bytes. */
export type Machine = {
  node: string
  memory: { rss: number; heapUsed: number; external: number }
  disk: { free: number; total: number }
}

/** Looks at this process and at the disk that a folder lies on. */
export async function lookAtMachine(folder: string): Promise<Machine> {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { bavail, blocks, bsize } = await statfs(folder)
  return {
    node: process.version,
    memory: { rss, heapUsed, external },
    disk: { free: bavail * bsize, total: blocks * bsize },
  }
}
