import type { RawData } from 'ws'

/** The bytes of a frame, however the library hands them over. */
export function frameBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}

/** The text of a frame. */
export function frameText(data: RawData): string {
  return frameBytes(data).toString('utf8')
}
