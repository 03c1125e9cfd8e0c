/** Which way an exact amount points, as sorting takes it: -1, 0 or 1. */
export const signOf = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0)
