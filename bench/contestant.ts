/** What a request of the benchmark asks for; the vendors behind answer each in its own way. */
export type Model = 'small' | 'burst' | 'live' | 'slow'
export const MODELS = ['small', 'burst', 'live', 'slow'] as const satisfies readonly Model[]

/** Where a request goes, and what it says besides its key. */
export type Call = { url: string; headers: Readonly<Record<string, string>> }

/** Somebody who passes requests on, alone on a core while it is measured. */
export type Contestant = AsyncDisposable & {
  name: 'yumen' | 'bare' | 'nginx' | 'portkey'
  pid: number
  /** The keys it takes. */
  keys: readonly string[]
  call(model: Model): Call
}
