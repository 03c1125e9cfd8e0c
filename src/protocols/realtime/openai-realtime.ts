import { GatewayError } from '../../core/errors.ts'
import { nothingSeen } from '../stream-tap.ts'
import { openaiErrors } from '../openai-errors.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'

/**
 * OpenAI Realtime (wire.md §1.4): a WebSocket whose frames are forwarded as they are. What stands here is only what planning and
 * booking need of it; no POST speaks it.
 */
export const openaiRealtime: Protocol = {
  id: 'openai-realtime',
  dialect: 'openai',
  serves: () => false,
  errors: openaiErrors,
  read: ({ query }: Incoming) => realtimeTurn(query.get('model') ?? ''),
}

/** Characters of a name that is looked for at all. */
export const LONGEST_NAME = 200

/** What a session with a model comes to, wherever the model was named. */
export function realtimeTurn(model: string): Turn {
  if (model === '' || model.length > LONGEST_NAME)
    throw new GatewayError('body_invalid', { reason: '`model` must stand in the query of the address' })
  const body = new Uint8Array()
  return {
    model,
    stream: true,
    body,
    addressedTo: (upstreamName) => ({ path: `/realtime?model=${encodeURIComponent(upstreamName)}`, body }),
    tap: () => ({ seen: nothingSeen(), push: (bytes) => bytes, flush: () => Buffer.alloc(0) }),
  }
}

/**
 * Whether a session only transcribes and names its model in its first `session.update`: OpenAI refuses one that stands in the query
 * too (developers.openai.com/api/docs/guides/realtime-transcription); others want it there (Together), as in a conversation.
 */
export function onlyTranscribes(query: URLSearchParams): boolean {
  return query.get('intent') === 'transcription' && !query.get('model')
}

/**
 * What a session that only transcribes is said to be before its model is known: most clients say nothing until they are told that
 * it is there. The form is OpenAI's own, that of its former beta where `openai-beta` asks for it.
 */
export function sessionBegun(id: string, beta: string): object {
  const session = { id: `sess_${id}`, object: 'realtime.transcription_session' }
  const told = { event_id: `event_${id}` }
  if (!beta.includes('realtime=v1'))
    return { type: 'session.created', ...told, session: { type: 'transcription', ...session, audio: { input: {} } } }
  return { type: 'transcription_session.created', ...told, session: { ...session, input_audio_transcription: null } }
}
