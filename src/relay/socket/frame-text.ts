import type { RawData } from 'ws'

/** The text of a frame, however the library hands it over. */
export function frameText(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data as Buffer).toString('utf8')
}
