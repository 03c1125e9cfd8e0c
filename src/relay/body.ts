import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { gather, joined } from '../core/bytes.ts'
import { bodyTooLarge } from '../core/body-size.ts'
import { GatewayError } from '../core/errors.ts'
import type { Take } from './body-room.ts'

/** RFC 9659: a zstd window over HTTP is 8 MiB at most, and a larger one is memory taken for a promise. */
const ZSTD_WINDOW_LOG = 23

/** What opens a body; `bytesWritten` is how much it has opened so far, as it came. */
export type Decoder = Transform & { readonly bytesWritten: number }

/** What opens a body by its `content-encoding`. */
const DECODERS: Readonly<Record<string, () => Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/**
 * Reads a request body as its caller wrote it, decompressed, up to a limit in bytes that holds for what arrives and for what
 * it opens to, as far as there is room; throws `body_too_large`, `uploads_full`, `body_incomplete`, `body_invalid` or
 * `encoding_unsupported`.
 */
export function readBody(request: IncomingMessage, maxBytes: number, hasRoom: Take): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = decoderOf(encoding)
  if (!decoder && encoding !== 'identity')
    return Promise.reject(new GatewayError('encoding_unsupported', { encoding: encoding.slice(0, 40) }))
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(bodyTooLarge(maxBytes))
  return new Promise((resolve, reject) => {
    const source = decoder ?? request
    const chunks: Buffer[] = []
    const fail = (error: GatewayError) => {
      for (const stream of [request, source]) stream.removeAllListeners('data')
      request.unpipe()
      request.pause()
      decoder?.destroy()
      chunks.length = 0
      reject(error)
    }
    const bounded = (take: (chunk: Buffer) => void) => {
      let size = 0
      return (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) fail(bodyTooLarge(maxBytes))
        else take(chunk)
      }
    }
    source.on(
      'data',
      bounded((chunk) => {
        if (hasRoom(chunk.length)) gather(chunks, chunk)
        else fail(new GatewayError('uploads_full'))
      }),
    )
    source.on('end', () => {
      resolve(joined(chunks))
      // The request lives as long as its answer, and with it these listeners and whatever they hold.
      chunks.length = 0
    })
    request.on('error', (cause) => fail(new GatewayError('body_incomplete', {}, { cause })))
    request.on('close', () => request.readableEnded || fail(new GatewayError('body_incomplete')))
    if (!decoder) return
    // What opens to nothing must not go on for ever either.
    request.on(
      'data',
      bounded(() => undefined),
    )
    decoder.on('error', (cause) =>
      fail(new GatewayError('body_invalid', { reason: `its body is not valid ${encoding}` }, { cause })),
    )
    request.pipe(decoder)
  })
}

/** What opens a `content-encoding`; undefined for one that is not known. */
export function decoderOf(encoding: string): Decoder | undefined {
  const name = encoding.trim().toLowerCase()
  return Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined
}
