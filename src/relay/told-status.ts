import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayError } from '../core/errors.ts'
import { clientOf } from './client.ts'

/** Clients that go on asking in silence at every 429, and at 402 stop and show our sentence (docs/decisions/0015). */
const STOPPED_BY_402: ReadonlySet<string> = new Set(['OpenCode', 'Kilo Code', 'Qwen Code'])

/** The status with which a client is refused, given that of its dialect: its own where it would understand that one wrong. */
export function toldStatus({ kind }: GatewayError, status: number, headers: IncomingHttpHeaders): number {
  return kind === 'quota' && STOPPED_BY_402.has(clientOf(headers)) ? 402 : status
}
