/** One side of a request as it was captured: its beginning, redacted; empty where it is no text. */
export type CapturedBody = {
  text: string
  /** How long it was in all, as far as it came. */
  bytes: number
  /** Whether `text` is less than all of it. */
  cut: boolean
}

/** What was said in a request; times are epoch milliseconds. */
export type Capture = { at: number; request: CapturedBody; answer: CapturedBody }
