/** One turn of a conversation with a weather tool, as a client of any library would hold it. */
export type Line =
  | { user: string }
  | { called: Called; thought?: unknown }
  | { result: { id: string; name: string; text: string } }

/** A call that a library has heard of. */
export type Called = { id: string; name: string; args: unknown; extra?: unknown }

/** What a library is asked. */
type Ask = { lines: readonly Line[]; stream: boolean; tools?: boolean; schema?: boolean; signal?: AbortSignal }

/** What a library says the answer was, in one shape. */
export type Told = {
  requestId: string
  text: string
  thinking: string
  calls: Called[]
  stop: string
  /** All input with its cached part, and all output. */
  usage: { input: number; cached: number; output: number }
}

/** Asks one library. */
export type Caller = (ask: Ask) => Promise<Told>

/** The one tool. */
export const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
/** The shape that is asked for. */
export const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
