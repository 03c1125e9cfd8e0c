import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../core/errors.ts'

/** Reads a request body up to a limit in bytes; throws `body_too_large`, `body_incomplete` or `encoding_unsupported`. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity')
    return Promise.reject(new GatewayError('encoding_unsupported', { encoding: encoding.slice(0, 40) }))
  const tooLarge = () => new GatewayError('body_too_large', { limit: `${Math.floor(maxBytes / 1024 / 1024)} MiB` })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        chunks.length = 0
        request.pause()
        reject(tooLarge())
        return
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
    request.on('error', (cause) => reject(new GatewayError('body_incomplete', {}, { cause })))
    request.on('close', () => reject(new GatewayError('body_incomplete')))
  })
}
