import type { Turn } from '../protocols/protocol.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const EVENTS = /^text\/event-stream\b/i

/** The turn as it is answered: upstreams that take `"stream":"true"` or `1` for a wish answer in events none were asked for. */
export function asAnswered(turn: Turn, { headers }: Pick<UpstreamAnswer, 'headers'>): Turn {
  if (turn.stream || turn.translated || !turn.tapOfEvents) return turn
  return EVENTS.test(headers['content-type'] ?? '') ? { ...turn, stream: true, tap: turn.tapOfEvents } : turn
}
