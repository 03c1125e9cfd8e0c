/** A rule the books must keep, by its name in docs/money.md. */
export type Invariant = 'I1' | 'I5' | 'I10'

/** The first thing that does not add up: what, and the two figures in nano-dollars that should be one. */
export type BrokenBook = { invariant: Invariant; subject: string; expected: bigint; found: bigint }

export type BooksReport = { accounts: number; hours: number; broken: BrokenBook | null }
