/** The first rest, and the longest one that rests in a row grow to. */
export type RestRules = { firstMs: number; mostMs: number }

/**
 * Something that is left alone for a while after it failed. When the time is up one request, the probe, goes alone; what
 * comes of it ends the rest or begins a longer one. A probe that ends without a word gives its right back.
 */
type Rest = {
  /** On the monotonic clock; null while it does not rest. A time that is past waits for its probe. */
  readonly untilMs: number | null
  /** How many rests have begun, so that news from before the present one can be told apart. */
  readonly round: number
  /** Whether a request may go now. */
  mayGo(): boolean
  /** Notes that a request goes; it is the probe when the time of a rest is up and no other probe is under way. */
  enter(): Pass
  /** Begins a rest of exactly so long, or one that is longer than the one before it, up to the longest; gives its end. */
  begin(rules: RestRules, exactlyMs?: number | null): number
  /** Makes the present rest last at least so long from now. */
  extend(ms: number): void
  /** Takes over a rest from before this process began. */
  resume(untilMs: number): void
  /** Ends the rest; the next one still grows. */
  end(): void
  /** The next rest begins small again. */
  settle(): void
}

/** A request's way past something that may rest; disposing of it gives the right to probe back. */
export type Pass = Disposable & { readonly probe: boolean; readonly round: number }

/** Nothing rests at first. */
export function createRest(monotonicMs: () => number): Rest {
  let untilMs: number | null = null
  let lengthMs = 0
  let probe: symbol | null = null
  let round = 0
  let through: Pass = passThrough(round)
  const begun = () => {
    round += 1
    through = passThrough(round)
  }
  const mayGo = () => untilMs === null || (probe === null && untilMs <= monotonicMs())
  return {
    get untilMs() {
      return untilMs
    },
    get round() {
      return round
    },
    mayGo,
    enter() {
      if (untilMs === null || !mayGo()) return through
      const own = Symbol('probe')
      probe = own
      return {
        probe: true,
        round,
        [Symbol.dispose]() {
          if (probe === own) probe = null
        },
      }
    },
    begin({ firstMs, mostMs }, exactlyMs = null) {
      lengthMs = Math.min(exactlyMs ?? (lengthMs === 0 ? firstMs : lengthMs * 2), mostMs)
      untilMs = monotonicMs() + lengthMs
      begun()
      probe = null
      return untilMs
    },
    extend(ms) {
      if (untilMs !== null) untilMs = Math.max(untilMs, monotonicMs() + ms)
    },
    resume(until) {
      untilMs = until
      begun()
    },
    end() {
      untilMs = null
      probe = null
    },
    settle() {
      lengthMs = 0
    },
  }
}

/** The pass of all who go while nothing rests, or although it does: they have nothing to give back. */
function passThrough(round: number): Pass {
  return { probe: false, round, [Symbol.dispose]: () => undefined }
}
