/** A rule the books must keep, by its name in docs/money.md. */
export type Invariant = 'I1' | 'I2' | 'I4' | 'I5' | 'I6' | 'I7' | 'I10'

/** The first thing that does not add up: what, and the two figures that should be one, in nano-dollars but for I4 (requests) and I6 (milliseconds). */
export type BrokenBook = { invariant: Invariant; subject: string; expected: bigint; found: bigint }

/** How many accounts and hours were held against each other, and the first two figures that differ; null: all adds up. */
export type BooksReport = { accounts: number; hours: number; broken: BrokenBook | null }
