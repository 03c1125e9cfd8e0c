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

const NOTHING = Buffer.alloc(0)

/** Measures sound that comes in pieces of base64, one after another; it holds 4 KiB of it. A class, as each answer has one. */
export class SoundGauge {
  #head: Buffer = NOTHING
  #bytes = 0
  #cut = ''

  add(base64: string): SoundFile {
    this.#bytes += bytesOfBase64(base64.replace(/(?<!=)=+$/, '').length)
    if (this.#head.length < HEAD_BYTES) {
      const begun = Buffer.from(base64.slice(0, 2 * HEAD_BYTES), 'base64')
      this.#head = Buffer.concat([this.#head, begun]).subarray(0, HEAD_BYTES)
    }
    return { head: this.#head, bytes: this.#bytes }
  }

  /** The same of a piece that was cut where it came, which need not be after whole bytes of sound. */
  addBytes(piece: Buffer): SoundFile {
    const whole = piece.length + this.#cut.length - ((piece.length + this.#cut.length) % 4)
    const base64 = this.#cut + piece.toString('latin1')
    this.#cut = base64.slice(whole)
    return this.add(base64.slice(0, whole))
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
