/** What tells that something is to end: an AbortSignal, or a `Stopper`, which costs a request less than one. */
export type Stop = {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: StopListener, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: StopListener): void
}

/** Who is told. */
type StopListener = (() => void) | { handleEvent(): void }

const NOBODY: readonly StopListener[] = []

/** Ends something, and tells whoever listens once why. It costs a request a microsecond less than an AbortController. */
export class Stopper implements Stop {
  aborted = false
  reason: unknown = undefined
  #listeners: readonly StopListener[] = NOBODY

  addEventListener(_type: 'abort', listener: StopListener): void {
    this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: 'abort', listener: StopListener): void {
    const others = this.#listeners.filter((one) => one !== listener)
    this.#listeners = others.length > 0 ? others : NOBODY
  }

  /** A second call changes nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const listeners = this.#listeners
    this.#listeners = NOBODY
    for (const listener of listeners)
      if (typeof listener === 'function') listener()
      else listener.handleEvent()
  }
}

/** The same as an AbortSignal, for what takes nothing else. */
export function signalOf(stop: Stop): AbortSignal {
  if (stop instanceof AbortSignal) return stop
  const controller = new AbortController()
  const end = () => controller.abort(stop.reason)
  if (stop.aborted) end()
  else stop.addEventListener('abort', end, { once: true })
  return controller.signal
}
