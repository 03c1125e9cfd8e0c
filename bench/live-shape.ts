/** Events a second of a live stream, and how many it has: ten seconds. */
export const LIVE_RATE = 50
export const LIVE_EVENTS = 500

/** The same for streams that are there to take up memory: twenty seconds. */
export const SLOW_RATE = 2
export const SLOW_EVENTS = 40
