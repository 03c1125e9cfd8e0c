import { MINUTE_MS } from './time.ts'

/** How long a caller may take to send a request whole, its body too. */
export const SENDING_MS = 10 * MINUTE_MS
