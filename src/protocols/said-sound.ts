import type { Seen } from './protocol.ts'
import { HEAD_BYTES, lengthOf, type SoundFile } from './pass-through/sound-length.ts'
import { bytesOfBase64, SAID_PER_SECOND } from './realtime/delivered.ts'
import { mimeOf } from './translate/media/sound.ts'

/** Samples of 16 bits at 24 kHz, which models give where they are asked for bare ones. */
const PCM_BYTES = 48_000

/** Seconds of the sound that a model has said so far: what has no header is samples, or was asked for as such. */
export function saidSeconds(sound: SoundFile, format?: string): number {
  return format === 'pcm' || mimeOf(sound.head) === null ? sound.bytes / PCM_BYTES : lengthOf(sound).seconds
}

/** Measures sound that comes in pieces of base64, one after another; it holds 4 KiB of it. */
export type SoundGauge = { add(base64: string): SoundFile }

/** A gauge of nothing yet. */
export function soundGauge(): SoundGauge {
  let head: Buffer = Buffer.alloc(0)
  let bytes = 0
  return {
    add(base64) {
      bytes += bytesOfBase64(base64.replace(/=+$/, '').length)
      if (head.length < HEAD_BYTES)
        head = Buffer.concat([head, Buffer.from(base64.slice(0, 2 * HEAD_BYTES), 'base64')]).subarray(0, HEAD_BYTES)
      return { head, bytes }
    },
  }
}

/** The tokens of sound of so many seconds that a model has said. */
export function saidTokens(seconds: number): number {
  return Math.ceil(seconds * SAID_PER_SECOND)
}

/** Measures pieces of sound on their way, whose tokens are `soundTokens` in what is seen. */
export function noteSaid(gauge: SoundGauge, base64: string, seen: Pick<Seen, 'soundTokens'>): void {
  seen.soundTokens = saidTokens(saidSeconds(gauge.add(base64)))
}
