/** How many of the latest requests are shown. */
export const RECENT_ROWS = 8
