import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '../../../src/core/time.ts'

const listeners = new Set<() => void>()
let minute = minuteNow()
let timer: ReturnType<typeof setInterval> | undefined

// Rounded up, so that what has just happened lies before it.
function minuteNow(): number {
  return Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
}

function look(): void {
  // What nobody sees needs no present: what is asked up to it would be asked all day.
  if (document.hidden) return
  const next = minuteNow()
  if (next === minute) return
  minute = next
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  timer ??= setInterval(look, 1000)
  look()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function now(): number {
  // While nobody is told, nobody looks: whoever comes first would begin with a minute long past.
  if (timer === undefined) minute = minuteNow()
  return minute
}

/** The end of the current minute in epoch milliseconds; what is asked "up to now" changes with it once a minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, now)
