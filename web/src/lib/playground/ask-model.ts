import { playground } from '../../../../src/contract/playground.ts'
import type { PlaygroundProtocol } from '../../../../src/core/play.ts'
import { asRecord, parseJson } from '../../../../src/core/json.ts'
import { callForStream } from '../call.ts'
import { eventsOf } from '../server-events.ts'
import { type Asking, DIALECTS, failureIn, type Piece } from './dialects.ts'

/** A question for one model. */
type Question = Asking & {
  key: string
  model: string
  protocol: PlaygroundProtocol
  stream: boolean
  signal: AbortSignal
}

/** What comes of a question: the request's id with the head of its answer, then its pieces. */
type Coming = { requestId: string } | Piece

/** Asks a model; throws the `CallError` when there is no answer, and an `AbortError` when `signal` fires. */
export async function* askModel({ key, model, protocol, stream, signal, ...asking }: Question): AsyncGenerator<Coming> {
  const dialect = DIALECTS[protocol]
  const body = { key_id: key, protocol, model, stream, body: dialect.write(asking) }
  const answer = await callForStream(playground, { body, signal })
  yield { requestId: answer.headers.get('x-yumen-request-id') ?? '' }
  if (answer.headers.get('content-type')?.includes('text/event-stream') !== true) {
    yield dialect.readWhole(asRecord(await answer.json()))
    return
  }
  for await (const { data } of eventsOf(answer)) {
    const said = asRecord(parseJson(data))
    const error = failureIn(said)
    yield error === undefined ? dialect.readEvent(said) : { error }
  }
}
