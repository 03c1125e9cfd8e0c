import type { GatewayError } from '../../core/errors.ts'

/** The server goes away (RFC 6455 §7.4.1). */
export const GOING_AWAY = 1001
/** The connection breaks a rule, such as a key that does not stand any more (RFC 6455 §7.4.1). */
export const POLICY = 1008
/** The server restarts, and whoever was connected may come again (IANA's registry of close codes). */
export const RESTARTING = 1012
/** It cannot be served now (IANA's registry of close codes). */
export const LATER = 1013

/** As what a connection is closed that the gateway itself cuts off. */
export function closeCodeOf(why: GatewayError): number {
  return why.code === 'gateway_stopped' ? RESTARTING : POLICY
}
