import { newCountingGauge, type TextGauge } from '../../core/text-gauge.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { measureParsed } from '../relayed-text.ts'
import { saidSeconds, saidTokens } from '../said-sound.ts'
import { type Asked, wordAt } from './asked.ts'
import type { SoundFile } from './sound-length.ts'

/** The figure for speech of which nothing has come: as long as it takes to say the text, or its characters. */
export function saidIn(asked: Asked): Usage {
  const { usage, ofSound } = said(asked)
  return ofSound ? { ...usage, audioOut: saidTokens(usage.input / SAID_TOKENS_PER_SECOND) } : usage
}

/** The figure for speech of which so much sound has come; asked for each piece of it, it reads the request but once. */
export function saidSoFar(asked: Asked): (sound: SoundFile) => Usage {
  const { usage, ofSound } = said(asked)
  if (!ofSound) return () => usage
  const format = wordAt(asked.fields, 'response_format')
  return (sound) => ({ ...usage, audioOut: saidTokens(saidSeconds(sound, format)) })
}

/** Tokens of text that are said in a second: who speaks calmly says 150 words in a minute (National Center for Voice and Speech). */
export const SAID_TOKENS_PER_SECOND = 3

/** Speech is sold by what comes of it where the price has output or sound in it, else by the character, each of which counts as input. */
function said({ fields, rates }: Asked): { usage: Usage; ofSound: boolean } {
  const text = fields.lastValue('input')
  const ofSound = Boolean(rates?.audioOut ?? rates?.output)
  const usage = { ...NO_USAGE, requests: 1 }
  if (typeof text !== 'string') return { usage, ofSound }
  if (!ofSound) return { usage: { ...usage, input: charactersOf(text) }, ofSound }
  const read: { text: TextGauge } = { text: newCountingGauge() }
  measureParsed(text, read)
  return { usage: { ...usage, input: Math.ceil(read.text.rough) }, ofSound }
}

function charactersOf(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF]/g)?.length ?? 0
  return text.length - pairs
}
