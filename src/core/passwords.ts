/** So many different characters a password has at least. */
export const LEAST_DIFFERENT = 4
