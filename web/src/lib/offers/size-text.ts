import { tokens } from '../format.ts'

/** A limit in tokens without a precision that it does not have: `1M`, not `1.00M`. */
export const sizeText = (size: number | null): string => tokens(size).replace(/\.0+(?=[KMB])/, '')
