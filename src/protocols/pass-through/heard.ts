import { asRecord, type Json } from '../../core/json.ts'
import { newCountingGauge, type TextGauge } from '../../core/text-gauge.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { usageOfSound } from '../realtime/delivered.ts'
import { measureParsed } from '../relayed-text.ts'
import type { Asked } from './asked.ts'
import { SAID_TOKENS_PER_SECOND } from './said.ts'
import { believed, mostSeconds } from './sound-length.ts'

/** The figure for a transcript before anything of it is known: the sound that was sent, and as many words as people usually say in it. */
export function heardIn(asked: Asked): Usage {
  return heard(asked, asked.length.seconds)
}

/** The figure for one of which so many events have come: all of its sound has been heard, and each event is about a token. */
export function heardSoFar(asked: Asked, events: number): Usage {
  return heard(asked, secondsOf(asked, events), events)
}

/** Seconds of the sound that was sent; of one that is somewhere else, as long as it takes to say so many tokens. */
function secondsOf({ sound, length }: Asked, tokens: number): number {
  return sound ? length.seconds : Math.min(tokens / SAID_TOKENS_PER_SECOND, DAY_SECONDS)
}

/**
 * The figure for a whole transcript that tells no usage: its words, and the sound up to where it says that the last of them
 * were; where it says nothing of that, the sound that was sent.
 */
export function heardOf(asked: Asked, answer: Json, came: { text: string }): Usage {
  const text = typeof answer.text === 'string' ? answer.text : came.text
  const told = believed(lastEnd(answer) ?? lastCue(text), mostHeard(asked))
  const words: { text: TextGauge } = { text: newCountingGauge() }
  measureParsed(text.replaceAll(CUE, ''), words)
  const { rough } = words.text
  if (!told) return heard(asked, secondsOf(asked, rough), rough)
  // What is silent at its end is heard as well.
  const { seconds, sure } = asked.length
  return heard(asked, Math.max(told.seconds, sure ? seconds : 0), rough)
}

/** Seconds that what was sent can be long; of what is somewhere else, a day. */
export function mostHeard({ sound }: Asked): number {
  return sound ? mostSeconds(sound) : DAY_SECONDS
}

const DAY_SECONDS = 86_400

/** By seconds where its words cost nothing, else by tokens (docs/money.md, as the transcripts of Realtime). */
function heard({ rates }: Asked, seconds: number, words?: number): Usage {
  const usage = usageOfSound(seconds, rates !== null && !rates.output, words)
  return usage.audioIn + usage.output === 0 ? { ...NO_USAGE, requests: 1 } : usage
}

/** A line that says from when until when its words are said, with the number before it (SubRip, WebVTT). */
const CUE = /(?:^\d+\r?\n)?^(?:\d+:)?\d\d?:\d\d[.,]\d+ +--> +(?:(\d+):)?(\d\d?):(\d\d[.,]\d+).*$/gm

/** When the last words of subtitles end, in seconds; undefined: it is none. */
function lastCue(text: string): number | undefined {
  let last: number | undefined
  for (const [, hours = '0', minutes, seconds = ''] of text.matchAll(CUE)) {
    const end = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
    last = Math.max(last ?? 0, end)
  }
  return last
}

/** When the last part of a transcript ends that is told in parts, or the last word of one that tells each. */
function lastEnd({ segments, words }: Json): unknown {
  const [last] = [segments, words]
    .map((list) => (Array.isArray(list) ? asRecord(list.at(-1)).end : undefined))
    .filter(Boolean)
  return last
}
