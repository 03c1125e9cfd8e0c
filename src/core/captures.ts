/** One side of a request as it was captured: its beginning, redacted; empty where it is no text, or where no body was kept. */
export type CapturedBody = {
  text: string
  /** How long it was in all, as far as it came. */
  bytes: number
  /** Whether `text` is less than all of it. */
  cut: boolean
  /** Whether something was taken out of `text`. */
  redacted: boolean
  /** Those that are known to be safe, by their names in small letters, and of those to be hidden that they were there. */
  headers: Readonly<Record<string, string>>
}

/** What captures take in bytes: in all, and one with bodies and one without on average; null where there is none. */
export type CaptureSizes = { bytes: number; withBodies: number | null; headersOnly: number | null }

/** What an upstream called the request; `attempt` counts those of the request from 1. */
type UpstreamId = { attempt: number; id: string }

/** Whether bodies were kept with the headers; if not, whether for the level or since the request succeeded. */
export const CAPTURED_BODIES = ['kept', 'level', 'succeeded'] as const
type CapturedBodies = (typeof CAPTURED_BODIES)[number]

/** What was said in a request; times are epoch milliseconds. */
export type Capture = {
  at: number
  /** Where it went, as a caller writes it, without its key; null in rows of before this was kept. */
  path: string | null
  bodies: CapturedBodies
  request: CapturedBody
  answer: CapturedBody
  upstream: UpstreamId[]
}
