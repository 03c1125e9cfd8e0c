import { useMatch, useRouter, type RouterHistory } from '@tanstack/react-router'
import { useCallback } from 'react'
import { queryText, type QueryValues } from './address.ts'

/** Search parameters as the address bar has them; a repeated key is a list. */
export type Search = Readonly<Record<string, string | readonly string[]>>

/** Changes to search parameters; undefined, null and empty lists remove a key. */
export type SearchPatch = Readonly<Record<string, string | readonly string[] | null | undefined>>

/** Reads `?model=a&model=b&q=x` as `{ model: ['a', 'b'], q: 'x' }`. */
export function parseSearch(text: string): Search {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name]
    if (before === undefined) found[name] = value
    else found[name] = Array.isArray(before) ? [...before, value] : [before, value]
  }
  return found
}

/** Writes search parameters with repeated keys, the question mark included; empty when there are none. */
export function stringifySearch(search: QueryValues): string {
  const text = queryText(search)
  return text === '' ? '' : `?${text}`
}

/** The first value of a key. */
export function one(search: Search, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** All values of a key; empty when it is missing. */
export function many(search: Search, name: string): readonly string[] {
  const value = search[name]
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

const NONE: Search = {}

declare module '@tanstack/history' {
  interface HistoryState {
    /** The search parameters of the step before, where the same page pushed this one. */
    before?: string
  }
}

/** The search parameters of the current page and a function that changes some of them; `push` makes a step for the back button, and a change that leads where the step before was takes it back. */
export function useSearchParams(): [Search, (patch: SearchPatch, options?: { push?: boolean }) => void] {
  // Of the page that is drawn: the address already has those of a page that is still on its way.
  const search = useMatch({ strict: false, shouldThrow: false, select: (match) => match.search as Search }) ?? NONE
  const router = useRouter()
  const change = useCallback(
    (patch: SearchPatch, options?: { push?: boolean }) => {
      const { state } = router.latestLocation
      const before = router.latestLocation.search as Search
      const push = options?.push === true
      const leadsBack = !push && state.before === stringifySearch(merged(before, patch))
      if (leadsBack) return stepBack(router.history as RouterHistory)
      void router.navigate({
        to: '.',
        search: (latest: object) => merged(latest as Search, patch),
        state: push ? { before: stringifySearch(before) } : true,
        replace: !push,
        resetScroll: false,
      })
    },
    [router],
  )
  return [search, change]
}

const stepping = new WeakSet<RouterHistory>()

// The browser goes back a moment later: a second Escape in between must not go back twice.
function stepBack(history: RouterHistory): void {
  if (stepping.has(history)) return
  stepping.add(history)
  const stop = history.subscribe(() => {
    stop()
    stepping.delete(history)
  })
  history.back()
}

// `_t` is only there to get past caches after a failed load; it must not stick to links.
function merged(before: Search, patch: SearchPatch): Record<string, string | readonly string[]> {
  const next: Record<string, string | readonly string[]> = {}
  const wanted: SearchPatch = { ...before, _t: null, ...patch }
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== undefined && value !== null && value.length > 0) next[name] = value
  }
  return next
}
