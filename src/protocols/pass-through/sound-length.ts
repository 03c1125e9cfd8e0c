import { mimeOf } from '../translate/media/sound.ts'

/** A file of sound: how it begins (`HEAD_BYTES` are enough), and how many bytes it has. */
export type SoundFile = { head: Uint8Array; bytes: number }

/** How long a sound is, in seconds; `sure` where its own header says so of all of it. */
export type SoundLength = { seconds: number; sure: boolean }

/** What a header says: where the sound begins (absent: at once), and its bytes in a second, which may change later on, or its length in seconds. */
type Told = ({ from?: number } & ({ rate: number; mayChange?: true } | { seconds: number })) | null

/** Bytes of a second: usual ones where no header says, and the least and the most that there are. */
type Kind = { usual: number; least: number; most: number; told?: (head: Buffer) => Told }

/** 128 kbit/s, in which most music and speech is kept. */
const USUAL = 16_000
/** 1 kbit/s: silence that is packed well takes as little. */
const LEAST = 125
/** 48 kHz, 32 bits, eight channels. */
const MOST = 1_536_000
/** 16 kHz and 16 bits, in which speech is recorded to be written down. */
const PCM = 32_000

const OTHER: Kind = { usual: USUAL, least: LEAST, most: Infinity }
const KINDS: Readonly<Record<string, Kind>> = {
  'audio/wav': { usual: PCM, least: 1000, most: MOST, told: wavTold },
  'audio/mp3': { usual: USUAL, least: 1000, most: 40_000, told: mp3Told },
  'audio/flac': { usual: 2 * PCM, least: LEAST, most: MOST, told: flacTold },
  // A film may be of this kind, most of which is no sound.
  'audio/mp4': { ...OTHER, told: mp4Told },
  // Opus at 32 kbit/s: what telephones send as voice messages.
  'audio/ogg': { usual: 4000, least: LEAST, most: 64_000 },
}

/** How long a file is, as its header says, else at the usual rate of its kind, which is 128 kbit/s where nothing better is known. */
export function lengthOf(file: SoundFile): SoundLength {
  const { usual, least, most, told } = kindOf(file)
  const says = told?.(Buffer.from(file.head.buffer, file.head.byteOffset, file.head.byteLength)) ?? null
  const bytes = Math.max(0, file.bytes - (says?.from ?? 0))
  const seconds = says && 'seconds' in says ? says.seconds : bytes / (says?.rate ?? usual)
  // A header is the caller's word: it makes no sound longer or shorter than its bytes can be.
  return {
    seconds: Math.min(bytes / least, Math.max(bytes / most, seconds)),
    sure: says !== null && !('mayChange' in says),
  }
}

/** Seconds of sound that a file holds at most, whatever its header says, which is no more than its sender's word. */
export function mostSeconds(file: SoundFile): number {
  return file.bytes / kindOf(file).least
}

/** Of shorter sounds than this a vendor may round up, whatever they are. */
export const MINUTE_SECONDS = 60

/**
 * Seconds that a vendor tells, of a sound that is so many long at most: no more than these, and `clamped` where it told more;
 * null where it tells no length of time.
 */
export function believed(told: unknown, most: number): { seconds: number; clamped: boolean } | null {
  // Older servers write the duration as text.
  const seconds = typeof told === 'string' ? Number.parseFloat(told) : told
  if (typeof seconds !== 'number' || !(seconds > 0)) return null
  const clamped = seconds > Math.max(most, MINUTE_SECONDS)
  return { seconds: clamped ? most : seconds, clamped }
}

/** How much of the beginning of a file is looked at. */
export const HEAD_BYTES = 4096

function kindOf({ head }: SoundFile): Kind {
  return KINDS[mimeOf(head) ?? ''] ?? OTHER
}

/** RIFF: a list of chunks, of which `fmt ` tells the samples. What plays it goes by them, and by the rate only of what is packed. */
function wavTold(head: Buffer): Told {
  const at = head.indexOf('fmt ', 12, 'latin1') + 8
  if (at < 8 || at + 16 > head.length) return null
  const [format, channels, samples] = [head.readUInt16LE(at), head.readUInt16LE(at + 2), head.readUInt32LE(at + 4)]
  const plain = PLAIN.has(format)
  const rate = plain ? (samples * channels * head.readUInt16LE(at + 14)) / 8 : head.readUInt32LE(at + 8)
  const data = head.indexOf('data', at, 'latin1')
  return rate > 0 ? { from: data < 0 ? 0 : data + 8, rate } : null
}

/** PCM, floats, the two laws of telephones, and what names one of them further on. */
const PLAIN: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xfffe])

/** kbit/s of layer III by the index of a frame's header: MPEG 1, then 2 and 2.5 (ISO 11172-3, 13818-3). */
const KBITS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const
/** Samples a second by the index of the header, of MPEG 1; of 2 it is half of that, of 2.5 a quarter. */
const SAMPLES = [44_100, 48_000, 32_000] as const
const ID3_BYTES = 10
/** Within so many bytes of a frame stands what says that its rate varies. */
const XING_BYTES = 40

/** The first frame, behind a tag that may be longer than what is looked at: its rate, or how many frames there are. */
function mp3Told(head: Buffer): Told {
  const tag = head.toString('latin1', 0, 3) === 'ID3' && head.length >= ID3_BYTES ? tagBytes(head) : 0
  for (let at = tag; at + 3 < head.length; at += 1) {
    const [sync, second = 0, third = 0] = head.subarray(at, at + 3)
    if (sync !== 0xff || (second & 0xe6) !== 0xe2) continue
    const version = (second & 0x18) >> 3
    const kbits = KBITS[version === 3 ? 0 : 1][third >> 4]
    const samples = SAMPLES[(third >> 2) & 3]
    if (!kbits || !samples) continue
    const frames = framesIn(head.subarray(at, at + XING_BYTES + 12))
    // A frame has 1152 samples, of the later versions half as many.
    const [each, shift] = version === 3 ? [1152, 0] : [576, version === 2 ? 1 : 2]
    return frames
      ? { from: tag, seconds: (frames * each) / (samples >> shift) }
      : { from: tag, rate: kbits * 125, mayChange: true }
  }
  return tag < head.length ? null : { from: tag, rate: USUAL, mayChange: true }
}

/** The number of frames, where a file of a varying rate tells it; else 0. */
function framesIn(frame: Buffer): number {
  const at = frame.indexOf('Xing', 0, 'latin1')
  return at < 0 || at + 12 > frame.length || ((frame[at + 7] ?? 0) & 1) === 0 ? 0 : frame.readUInt32BE(at + 8)
}

/** The length of an ID3 tag, written in seven bits a byte. */
function tagBytes(head: Buffer): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((head[at] ?? 0) & 0x7f), 0) + ID3_BYTES
}

/** STREAMINFO: twenty bits of the sample rate, and thirty-six of how many samples there are (RFC 9639). */
function flacTold(head: Buffer): Told {
  if (head.length < 26) return null
  const rate = head.readUIntBE(18, 3) >> 4
  const samples = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + head.readUInt32BE(22)
  return rate > 0 && samples > 0 ? { seconds: samples / rate } : null
}

/** `mvhd`, where it comes before the sound: units of time in a second, and how many of them there are (ISO 14496-12). */
function mp4Told(head: Buffer): Told {
  const at = head.indexOf('mvhd', 0, 'latin1') + 4
  if (at < 4 || at + 32 > head.length) return null
  const wide = head[at] === 1
  const scale = head.readUInt32BE(at + (wide ? 20 : 12))
  const units = wide ? Number(head.readBigUInt64BE(at + 24)) : head.readUInt32BE(at + 16)
  return scale > 0 && units > 0 ? { seconds: units / scale } : null
}
