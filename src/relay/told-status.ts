import type { GatewayError } from '../core/errors.ts'
import { clientOf } from './client.ts'

/** Clients that go on asking in silence at every 429, and at 402 stop and show our sentence (docs/decisions/0015). */
const STOPPED_BY_402: ReadonlySet<string> = new Set(['OpenCode', 'Qwen Code'])

/** The status with which a client is refused, given that of its dialect: its own where it would understand that one wrong. */
export function toldStatus({ kind }: GatewayError, status: number, userAgent: string | undefined): number {
  return kind === 'quota' && STOPPED_BY_402.has(clientOf(userAgent)) ? 402 : status
}
