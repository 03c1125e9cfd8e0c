import type { RawData, WebSocket } from 'ws'
import { asRecord, parseJson, textOr } from '../../core/json.ts'
import type { RequestEnd } from '../../core/records.ts'
import { bytesOfBase64 } from '../../protocols/realtime/delivered.ts'
import { isEvent } from '../../protocols/realtime/event-types.ts'
import { SESSION_EVENT } from '../../protocols/realtime/session-models.ts'
import { masked } from '../classify.ts'
import { frameBytes, frameText } from './frame-text.ts'
import type { RealtimeBook } from './realtime-book.ts'
import type { Bound } from './session.ts'
import type { SessionNames } from './session-names.ts'
import { type Look, passing } from './passing.ts'
import { windUp } from './wind-up.ts'

/** The code of RFC 6455 for an upstream that is gone. */
const BROKEN = 1011

/** What two ends are joined with. */
export type Joint = {
  book: RealtimeBook
  names: SessionNames
  now: () => number
  credential: { secret: string }
  /** What the caller of a session that only transcribes has said by now, and is then said; null for any other. */
  early: Disposable | null
  refuse: (error: unknown) => void
  wait: Bound['steps']['wait']
}

/** Joins both ends until one of them goes, and says which it was. */
export function joined(client: WebSocket, upstream: WebSocket, joint: Joint): Promise<RequestEnd> {
  const { book, wait } = joint
  return new Promise((resolve) => {
    const told = passing(upstream, client, fromUpstream(joint))
    const isOpen = () => client.readyState === client.OPEN && upstream.readyState === upstream.OPEN
    passing(client, upstream, fromCaller(joint, isOpen))
    async function callerGone(): Promise<void> {
      await windUp({ book, upstream, wait })
      await told.decided()
      resolve('caller_gone')
    }
    async function upstreamGone(code: number): Promise<void> {
      // What it said last may say what was used.
      await told.decided()
      if (client.readyState === client.CLOSED) return
      // Who is sent away has four seconds, and a slow reader may need longer for what waits. Who takes nothing is cut off by its beat.
      client.ping(undefined, undefined, () => client.close(code >= 3000 || code === 1000 ? code : BROKEN))
      resolve('upstream_truncated')
    }
    client.once('close', () => void callerGone())
    upstream.once('close', (code) => void upstreamGone(code))
    for (const side of [client, upstream]) side.on('error', () => side.terminate())
    joint.early?.[Symbol.dispose]()
    upstream.resume()
    client.resume()
  })
}

function fromUpstream({ book, names, credential, early }: Joint): Look {
  // A session that only transcribes has been told that it is there.
  let isToldTwice = early !== null
  return (data, isBinary) => {
    if (isBinary) return data
    const event = asRecord(noteworthy(data))
    const verdict = book.heard(event)
    if (!verdict) return null
    if (verdict !== true) return verdict.then((goesOut) => (goesOut ? masked(frameBytes(data), credential) : null))
    const type = textOr(event.type, '')
    if (!SESSION_EVENT.test(type)) return masked(frameBytes(data), credential)
    const isDropped = isToldTwice && type.endsWith('.created')
    isToldTwice &&= !isDropped
    return isDropped ? null : masked(Buffer.from(names.back(frameBytes(data))), credential)
  }
}

function fromCaller({ book, names, now, refuse }: Joint, isOpen: () => boolean): Look {
  return (data) => {
    // While it is being closed frames still come: who is sent away is not to have more answers made.
    if (!isOpen()) return null
    const frame = frameBytes(data)
    if (isEvent(frame, 'input_audio_buffer.append')) book.said(bytesOfBase64(frame.length))
    try {
      const onwards = names.onwards(frame, now())
      if (!isEvent(frame, 'response.create')) return onwards
      return book.asks(frame, isOpen).then((isLetIn) => (isLetIn ? onwards : null))
    } catch (error) {
      refuse(error)
      return null
    }
  }
}

/** Events that say what is used; the rest is passed on unread. */
const NOTEWORTHY =
  /"type":\s?"(error|(?:transcription_)?session\.(?:created|updated)|response\.created|response\.done|[\w.]+\.delta|[\w.]+transcription\.(?:completed|failed|segment)|input_audio_buffer\.(?:committed|cleared|speech_started))"/

function noteworthy(data: RawData): unknown {
  const text = frameText(data)
  return NOTEWORTHY.test(text.slice(0, 400)) || text.includes('"usage"') ? parseJson(text) : undefined
}
