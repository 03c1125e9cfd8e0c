/** One side of a request as it was captured: its beginning, redacted; empty where it is no text. */
export type CapturedBody = {
  text: string
  /** How long it was in all, as far as it came. */
  bytes: number
  /** Whether `text` is less than all of it. */
  cut: boolean
  /** Whether something was taken out of `text`. */
  redacted: boolean
  /** Those that are known to be safe, by their names in small letters. */
  headers: Readonly<Record<string, string>>
}

/** What an upstream called the request; `attempt` counts those of the request from 1. */
type UpstreamId = { attempt: number; id: string }

/** What was said in a request; times are epoch milliseconds. */
export type Capture = {
  at: number
  /** Where it went, as a caller writes it, without its key; null in rows of before this was kept. */
  path: string | null
  request: CapturedBody
  answer: CapturedBody
  upstream: UpstreamId[]
}
