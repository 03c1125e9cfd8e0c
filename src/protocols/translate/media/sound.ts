const RATE = 24_000
const HEADER_BYTES = 44
const SAMPLE_BYTES = 2

/** Google's name for the samples that OpenAI calls `pcm`: 24 kHz, 16 bits, one channel, the low byte first. */
export const PCM_MIME = `audio/L16;codec=pcm;rate=${RATE}`

/** The rate of raw samples by their media type; null for anything else. */
export function pcmRate(mime: string): number | null {
  if (!/^audio\/(l16|pcm)\b/i.test(mime)) return null
  const [, rate] = /\brate=(\d{4,6})\b/.exec(mime) ?? []
  return rate === undefined ? RATE : Number(rate)
}

/** Raw samples of 16 bits, one channel, as a WAV file (RIFF, WAVE_FORMAT_PCM). */
export function wavOf(samples: Buffer, rate: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * SAMPLE_BYTES, 28)
  header.writeUInt16LE(SAMPLE_BYTES, 32)
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** How files begin, and what they are. */
const BEGINNINGS: readonly { at: number; mark: string; mime: string }[] = [
  { at: 8, mark: 'WAVE', mime: 'audio/wav' },
  { at: 8, mark: 'WEBP', mime: 'image/webp' },
  { at: 8, mark: 'AIFF', mime: 'audio/aiff' },
  { at: 4, mark: 'ftyp', mime: 'audio/mp4' },
  { at: 0, mark: 'ID3', mime: 'audio/mp3' },
  { at: 0, mark: 'fLaC', mime: 'audio/flac' },
  { at: 0, mark: 'OggS', mime: 'audio/ogg' },
  { at: 0, mark: '\u001aE\u00df\u00a3', mime: 'audio/webm' },
  { at: 0, mark: '\u0089PNG', mime: 'image/png' },
  { at: 0, mark: '\u00ff\u00d8\u00ff', mime: 'image/jpeg' },
  { at: 0, mark: 'GIF8', mime: 'image/gif' },
  ...['\u00fb', '\u00fa', '\u00f3', '\u00f2'].map((second) => ({ at: 0, mark: `\u00ff${second}`, mime: 'audio/mp3' })),
  ...['\u00f1', '\u00f9'].map((second) => ({ at: 0, mark: `\u00ff${second}`, mime: 'audio/aac' })),
]

/** What a picture or a sound is, by how it begins; null when that says nothing. */
export function mimeOf(file: Uint8Array): string | null {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(16, file.byteLength)).toString('latin1')
  return BEGINNINGS.find(({ at, mark }) => head.startsWith(mark, at))?.mime ?? null
}
