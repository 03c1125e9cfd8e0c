import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bodyTooLarge } from '../../core/body-size.ts'
import { GatewayError } from '../../core/errors.ts'
import { HEAD_BYTES, type SoundFile } from '../../protocols/pass-through/sound-length.ts'
import type { FromDisk } from '../upstream.ts'
import { createFormSplitter } from './form-splitter.ts'
import type { Spool } from './spool.ts'

/** A form whose files are put aside, so that it takes no memory however large they are. */
export type SpooledForm = AsyncDisposable & {
  /** The form with a mark in the place of each file. */
  body: Buffer
  /** What is known of its first files, by the marks that stand for them. */
  files: ReadonlyMap<string, SoundFile>
  /** A body that holds such marks, with the files in their places. */
  filled(body: Uint8Array): FromDisk
  /** The same in memory, where it has a place until the form is disposed of; throws `body_too_large` for more bytes than these, or `uploads_full`. */
  whole(body: Uint8Array, mostBytes: number): Promise<Buffer>
}

/** Where the files of a form are put aside, and a place in memory for so many bytes; null: there is no room for them. */
export type FormRoom = { open: () => Spool; hold: (bytes: number) => Disposable | null }

/** The largest file that OpenAI takes. */
const MOST_FORM_BYTES = 512 * 1024 * 1024

/** The boundary of a form that is sent as it is written; null for anything else, and for a type that names it unclearly. */
export function boundaryOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return null
  const [, quoted, bare] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"\\]{1,200})"|([^\s";,]{1,200}))/i.exec(
      headers['content-type'] ?? '',
    ) ?? []
  return quoted ?? bare ?? null
}

/**
 * Reads a form to its end; throws `body_too_large`, `body_incomplete`, `body_invalid` or `uploads_full`, and what the disk says when
 * it cannot be put aside.
 */
export async function readForm(
  request: IncomingMessage,
  boundary: string,
  { open, hold }: FormRoom,
): Promise<SpooledForm> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_FORM_BYTES) throw bodyTooLarge(MOST_FORM_BYTES)
  const spool = open()
  const files = fileMarks()
  const splitter = createFormSplitter(boundary, files)
  try {
    let size = 0
    for await (const chunk of arriving(request)) {
      size += chunk.length
      if (size > MOST_FORM_BYTES) throw bodyTooLarge(MOST_FORM_BYTES)
      for (const bytes of splitter.push(chunk)) await spool.write(bytes)
    }
    for (const bytes of splitter.end()) await spool.write(bytes)
  } catch (error) {
    await spool[Symbol.asyncDispose]()
    throw isOfFullDisk(error) ? new GatewayError('uploads_full', {}, { cause: error }) : error
  }
  return spooledForm(splitter.text(), files.ranges, { spool, hold })
}

/** A body as it comes: only what fails here is its caller's doing. */
export async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // Who is refused before all was read must still be able to hear it.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw new GatewayError('body_incomplete', {}, { cause })
  }
}

function isOfFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** `head` is how the file begins. */
type Range = { mark: Buffer; start: number; end: number; head: Buffer }

/** A request has one file of sound, or a few pictures; a form may have thousands. */
const MOST_HEADS = 8

/** Marks that nobody outside can guess, and where in the spool each file is. */
function fileMarks() {
  const ranges: Range[] = []
  const secret = randomUUID()
  return {
    ranges,
    begin(at: number) {
      const mark = Buffer.from(`yumen-file-${secret}-${ranges.length}.`)
      ranges.push({ mark, start: at, end: at, head: Buffer.alloc(0) })
      return mark
    },
    holds(bytes: Buffer) {
      const last = ranges.at(-1)
      const missing = HEAD_BYTES - (last?.head.length ?? HEAD_BYTES)
      if (!last || missing <= 0 || ranges.length > MOST_HEADS) return
      last.head = Buffer.concat([last.head, bytes.subarray(0, missing)])
    },
    end(at: number) {
      const last = ranges.at(-1)
      if (last) last.end = at
    },
  }
}

type Kept = { spool: Spool } & Pick<FormRoom, 'hold'>

function spooledForm(body: Buffer, ranges: readonly Range[], { spool, hold }: Kept): SpooledForm {
  const places = new DisposableStack()
  const filled = (bytes: Uint8Array): FromDisk => {
    const parts = partsOf(bytes, ranges)
    const length = parts.reduce(
      (sum, part) => sum + (part instanceof Uint8Array ? part.length : part.end - part.start),
      0,
    )
    return { length, open: () => inPlace(parts, spool) }
  }
  const known = ranges.slice(0, MOST_HEADS).map(({ mark, start, end, head }) => {
    return [mark.toString('latin1'), { head, bytes: end - start }] as const
  })
  return {
    body,
    files: new Map(known),
    filled,
    async whole(bytes, mostBytes) {
      const { length, open } = filled(bytes)
      if (length > mostBytes) throw bodyTooLarge(mostBytes)
      const place = hold(length)
      if (!place) throw new GatewayError('uploads_full')
      places.use(place)
      const parts: Uint8Array[] = []
      for await (const part of open()) parts.push(part)
      return Buffer.concat(parts)
    },
    async [Symbol.asyncDispose]() {
      places.dispose()
      await spool[Symbol.asyncDispose]()
    },
  }
}

async function* inPlace(parts: readonly (Uint8Array | Range)[], spool: Spool): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield part
    else yield* spool.read(part.start, part.end)
  }
}

/** A body cut at its marks, each of which stands once or, where a form was written anew, not at all. */
function partsOf(body: Uint8Array, ranges: readonly Range[]): (Uint8Array | Range)[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const parts: (Uint8Array | Range)[] = []
  let at = 0
  for (const range of ranges) {
    const found = bytes.indexOf(range.mark, at)
    if (found < 0) continue
    parts.push(bytes.subarray(at, found), range)
    at = found + range.mark.length
  }
  parts.push(bytes.subarray(at))
  return parts
}
