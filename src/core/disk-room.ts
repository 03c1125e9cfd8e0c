/** How much of a disk there is and how much of that is free, in bytes. */
export type DiskRoom = { free: number; total: number }

/** With less than this share of a disk free, in percent, what can be done without is not written to it any more. */
const SHORT_PERCENT = 5

/** Whether a disk is nearly full. */
export const isShort = ({ free, total }: DiskRoom): boolean => free * 100 < total * SHORT_PERCENT
