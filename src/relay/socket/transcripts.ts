import type { ModelEntry } from '../../core/directory.ts'
import { type Json, textOr } from '../../core/json.ts'
import { isEmpty, type Usage } from '../../core/usage.ts'
import { readUsage } from '../../protocols/openai-chat/usage.ts'
import {
  mostSecondsOf,
  noteDelta,
  type SessionFacts,
  usageOfHeard,
  usageOfSound,
} from '../../protocols/realtime/delivered.ts'
import { transcriptionUsage } from '../../protocols/realtime/usage.ts'
import type { RealtimeRows } from './realtime-rows.ts'
import { type Booking, brokenBy, type Ending, isLetIn, noteTold, type Running, type Verdict } from './running.ts'

/**
 * What is known of a session: what its server has said of it, whether its caller has left, and what the last answer used that used
 * anything, which the next one reads.
 */
export type SessionState = { facts: SessionFacts; gone: boolean; former: Usage | null }

/** The transcripts of what the caller of a session says. */
type Transcripts = {
  /** What is done with events that begin or end one, and which one it is. */
  on: Readonly<Record<string, (event: Json) => Running | void>>
  /** Words of one have come: takes them in, and says whether they may go out. */
  words(event: Json, type: string): Verdict
  /** The caller has sent so many bytes of sound. */
  said(soundBytes: number): void
  settle(id: string, ending: Ending): void
}

/** What a server says of the transcript of an item (wire.md §1.4; OpenAI's reference, "Realtime server events"). */
const EVENTS = 'conversation.item.input_audio_transcription.'

/** What is held at a time of a transcript whose sound is still coming: turns of speech are hardly ever longer. */
const LONG_SECONDS = 300
const LONG = (byTime: boolean): Usage => usageOfSound(LONG_SECONDS, byTime)

/** Opens the transcripts of a session among its rows: each is begun with its sound or its first words, whichever are first. */
export function openTranscripts(rows: RealtimeRows, booking: Booking, session: SessionState): Transcripts {
  const sound = soundOf(rows, session)
  const wellEnded = (): Ending => ({ end: session.gone ? 'caller_gone' : 'complete' })

  /** The transcript of an item; undefined where it is over, or its model has no price here and no usage is told. */
  function transcriptOf(id: string, expected = LONG): Running | undefined {
    const running = rows.get(id)
    if (running || rows.isSettled(id)) return running
    const by = booking.transcriber(session.facts.transcriber)
    return by ? rows.begin(id, { by, expected: expected(isByTime(by.model)) }) : undefined
  }

  function wordsOf(event: Json, type: string): Running | undefined {
    if (type.startsWith(EVENTS)) return transcriptOf(idOfItem(event))
    return type === 'transcription.delta'
      ? (rows.get('') ?? rows.begin('', { by: null, expected: LONG(false) }))
      : undefined
  }

  return {
    settle: (id, ending) => sound.settle(id, ending),
    said: (soundBytes) => sound.said(soundBytes),
    words(event, type) {
      const running = wordsOf(event, type)
      // What comes for a caller who has left is not delivered.
      if (!running || session.gone) return true
      if (running.cut) return false
      noteDelta(event, running.seen)
      sound.estimate(running)
      return running.held?.progressed() ?? isLetIn(running)
    },
    on: {
      'input_audio_buffer.speech_started': () => sound.begins(),
      'input_audio_buffer.cleared': () => sound.cleared(wellEnded()),
      'input_audio_buffer.committed'(event) {
        const seconds = sound.seconds()
        const running = transcriptOf(idOfItem(event), (byTime) => usageOfSound(seconds, byTime))
        sound.allOf(running)
        return running
      },
      [`${EVENTS}completed`](event) {
        const words = textOr(event.transcript, '')
        const used = toldOf(transcriptionUsage(event.usage, sound.most()))
        const id = idOfItem(event)
        if (rows.isSettled(id)) return
        const running =
          transcriptOf(id, used ? () => used : LONG) ?? (used && rows.begin(id, { by: null, expected: used }))
        if (!running) return
        const { seen } = running
        if (!used && seen.pieces === 0 && !session.gone && words !== '') noteDelta({ delta: words }, seen)
        noteTold(seen, used, event.usage)
        sound.settle(id, wellEnded())
        return running
      },
      [`${EVENTS}failed`](event) {
        const id = idOfItem(event)
        const running = rows.get(id)
        if (running) running.seen.terminal = true
        sound.settle(id, brokenBy(event.error))
      },
      // vLLM writes down what it hears, and tells its usage as chat does.
      'transcription.done'({ usage }) {
        const used = toldOf(readUsage({ usage })?.usage ?? null)
        const running = rows.get('') ?? (used && rows.begin('', { by: null, expected: used }))
        if (!running) return
        noteTold(running.seen, used, usage)
        sound.settle('', wellEnded())
        return running
      },
    },
  }
}

/** The sound that the caller sends, and which of it each transcript is of. */
function soundOf(rows: RealtimeRows, session: SessionState) {
  /** Bytes that are not yet all of what a transcript is of. */
  let unheard = 0
  let all = 0
  const stillComing = () => rows.all().filter(([, { transcript }]) => transcript?.isWhole === false)

  function estimate({ seen, transcript, model }: Running): void {
    if (!transcript?.isWhole) seen.soundBytes = unheard
    seen.usage = usageOfHeard(seen, session.facts, isByTime(model))
    seen.estimated = true
  }

  function settle(id: string, ending: Ending): void {
    const running = rows.get(id)
    if (!running) return
    if (!running.seen.usage || running.seen.estimated) estimate(running)
    if (!running.transcript?.isWhole) unheard = 0
    rows.settle(id, ending)
  }

  return {
    estimate,
    settle,
    said(soundBytes: number) {
      unheard += soundBytes
      all += soundBytes
    },
    /** Seconds of all that was said at most: no transcript is of more. */
    most: () => mostSecondsOf(all),
    seconds: () => unheard / session.facts.heardBytesPerSecond,
    /** Somebody begins to speak: what was sent before it is silence, unless words of it have come. */
    begins() {
      if (stillComing().length === 0) unheard = 0
    },
    /** The upstream forgets what it has not been committed; words that came of it are all that will come. */
    cleared(ending: Ending) {
      for (const [id] of stillComing()) settle(id, ending)
      unheard = 0
    },
    /** All of the sound of a transcript is in; absent: nobody is charged for that. */
    allOf(running: Running | undefined) {
      if (running?.transcript) {
        running.transcript.isWhole = true
        running.seen.soundBytes = unheard
      }
      unheard = 0
    },
  }
}

/** What is told of a transcript; a usage of nothing is none, as whatever was heard has a length. */
function toldOf(usage: Usage | null): Usage | null {
  return usage && isEmpty(usage) ? null : usage
}

/** Whether a model is sold by the second of sound, since its words cost nothing. */
function isByTime(model: ModelEntry): boolean {
  return !model.price?.rates.output
}

/** The row of a transcript; some events of an item do not say which part of it they mean, and it has but one. */
function idOfItem({ item_id: item, content_index: part }: Json): string {
  return typeof item === 'string' ? `transcription ${item} ${typeof part === 'number' ? part : 0}` : ''
}
