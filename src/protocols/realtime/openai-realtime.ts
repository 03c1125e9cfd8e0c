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
  read,
}

function read({ query }: Incoming): Turn {
  const model = query.get('model') ?? ''
  if (model === '' || model.length > 200) throw new GatewayError('body_invalid', { reason: unnamed(query) })
  const body = new Uint8Array()
  return {
    model,
    stream: true,
    body,
    addressedTo: (upstreamName) => ({ path: `/realtime?model=${encodeURIComponent(upstreamName)}`, body }),
    tap: () => ({ seen: nothingSeen(), push: (bytes) => bytes, flush: () => Buffer.alloc(0) }),
  }
}

/** OpenAI's sessions that only transcribe name their model in a later frame, when it has long been decided who is asked and at what price. */
function unnamed(query: URLSearchParams): string {
  return query.get('intent') === 'transcription'
    ? 'sessions that only transcribe are not offered; send recordings to `/v1/audio/transcriptions`, or name a conversation’s `model` in the query and have it transcribe what it hears'
    : '`model` must stand in the query of the address'
}
