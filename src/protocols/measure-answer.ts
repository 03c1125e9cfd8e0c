import { measureText, newTextGauge } from '../core/text-gauge.ts'
import type { Seen } from './protocol.ts'
import { saidSeconds, saidTokens, type SoundGauge } from './said-sound.ts'
import { textsGoingBy } from './texts-going-by.ts'

/** Where the answers of every protocol have what the model wrote. */
const TEXT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'text',
  'thinking',
  'reasoning',
  'reasoning_content',
  'refusal',
  'arguments',
  'transcript',
])

/** Measures what the model wrote in an answer, of whichever protocol, that is one JSON document. */
export function measureAnswer(bytes: Buffer, seen: Pick<Seen, 'text'>): void {
  partsOfAnswer(seen, null)(bytes)
}

/** The same of an answer that comes in parts, and with a gauge of what it says aloud (wire.md §1.1), whose tokens are `soundTokens`. */
export function partsOfAnswer(
  seen: Pick<Seen, 'text' | 'soundTokens'>,
  sound: SoundGauge | null,
): (part: Buffer) => void {
  return textsGoingBy(({ key, under, bytes }) => {
    if (TEXT_KEYS.has(key)) {
      seen.text ??= newTextGauge()
      measureText(seen.text, bytes, 0, bytes.length)
    } else if (sound && key === 'data' && under === 'audio')
      seen.soundTokens = saidTokens(saidSeconds(sound.addBytes(bytes)))
  })
}
