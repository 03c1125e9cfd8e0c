import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { gather } from '../../core/bytes.ts'
import { GatewayError } from '../../core/errors.ts'
import { sharedRoom } from '../shared-room.ts'

/** Bytes that are put aside, written once from front to back and read as often as need be; gone when disposed. */
export type Spool = AsyncDisposable & {
  write(bytes: Uint8Array): Promise<void>
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** Opens spools of users, who share one bound; only a large one is on disk. */
export type Spooler = { open(userId: string): Spool }

/** What is this small stays in memory. */
const MEMORY_BYTES = 256 * 1024
const READ_BYTES = 64 * 1024
const GIB = 1024 * 1024 * 1024

/**
 * Puts bytes aside in files of a folder. A file has no name any more once it is open, so that none is left behind by a process
 * that dies; all of them together take `mostBytes` at most, and one user never more than is left for everybody else:
 * what comes beyond that is refused with `uploads_full`.
 */
export function createSpooler(folder: string, mostBytes = 4 * GIB): Spooler {
  const takes = sharedRoom(mostBytes)
  return {
    open(userId) {
      let held: Uint8Array[] = []
      let size = 0
      let file: FileHandle | null = null
      return {
        async write(bytes) {
          if (!takes(userId, bytes.length)) throw new GatewayError('uploads_full')
          size += bytes.length
          gather(held, bytes)
          if (!file && size <= MEMORY_BYTES) return
          file ??= await nameless(folder)
          const waiting = held
          held = []
          for (const part of waiting) await file.writeFile(part)
        },
        async *read(start, end) {
          if (!file) yield Buffer.concat(held).subarray(start, end)
          else yield* piecesOf(file, start, end)
        },
        async [Symbol.asyncDispose]() {
          takes(userId, -size)
          size = 0
          await file?.close()
        },
      }
    },
  }
}

async function nameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function* piecesOf(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    // Each piece is somebody's until it is sent, so each has memory of its own.
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - at)), 0, null, at)
    if (bytesRead === 0) throw new Error('a spool is shorter than what was written')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
