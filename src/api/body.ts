import { gather } from '../core/bytes.ts'
import { ApiError } from './errors.ts'

const MAX_DEPTH = 64
const FORBIDDEN = '__proto__'

/** Reads a request's JSON body of at most `maxKib` KiB; an empty body reads as an empty object. */
export async function readJson(request: Request, maxKib: number): Promise<unknown> {
  const bytes = await readCapped(request, maxKib)
  if (bytes.length === 0) return {}
  const value = decode(bytes)
  refuseUnsafe(value, 1)
  return value
}

async function readCapped(request: Request, maxKib: number): Promise<Buffer> {
  const tooLarge = () => new ApiError('body_too_large', { details: { limit: maxKib } })
  if (Number(request.headers.get('content-length') ?? 0) > maxKib * 1024) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = request.body
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > maxKib * 1024) break
      gather(chunks, chunk)
    }
  } catch (cause) {
    // Who leaves in the middle of a body hears no answer, and it is no fault of ours.
    throw new ApiError('body_malformed', { cause })
  }
  if (size > maxKib * 1024) throw tooLarge()
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch (cause) {
    throw new ApiError('body_malformed', { cause })
  }
}

/** Refuses NUL characters anywhere in a value, in names too: PostgreSQL keeps none, and no text of a person holds one. */
export function refuseNul(value: unknown): void {
  if (typeof value === 'string' && value.includes('\0')) throw new ApiError('text_refused')
  if (typeof value !== 'object' || value === null) return
  for (const [name, child] of Object.entries(value)) {
    refuseNul(name)
    refuseNul(child)
  }
}

/** Deep nesting and `__proto__` have no use in a console call, and every use in an attack on whoever merges objects later. */
function refuseUnsafe(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH || Object.hasOwn(value, FORBIDDEN)) throw new ApiError('body_too_deep')
  for (const child of Object.values(value)) refuseUnsafe(child, depth + 1)
}
