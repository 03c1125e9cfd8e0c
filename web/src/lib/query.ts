import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '../../../src/contract/endpoint.ts'
import { call, type ArgsOf } from './call.ts'
import type { CallError } from './call-error.ts'
import { onSignOut } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** What the server last said. `call` repeats failed questions itself, so that one count covers every repetition. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, placeholderData: keepPreviousData },
    mutations: { retry: false },
  },
})

onSignOut(() => queryClient.clear())

/** A question to the server as query options; asked again up to 3 times when no answer comes or the server fails. */
export function ask<E extends Endpoint>(
  endpoint: E,
  ...[args]: Record<never, never> extends ArgsOf<E> ? [args?: ArgsOf<E>] : [args: ArgsOf<E>]
) {
  return queryOptions({
    queryKey: keyOf(endpoint, args ?? {}),
    queryFn: ({ signal }): Promise<AnswerOf<E>> => {
      const given = { ...args, signal, persist: true }
      return (call as (endpoint: E, args: typeof given) => Promise<AnswerOf<E>>)(endpoint, given)
    },
  })
}

/** The key of everything asked of an endpoint, or of one question; for `queryClient.invalidateQueries`. */
export function keyOf(endpoint: Endpoint, args?: { params?: unknown; query?: unknown }): readonly unknown[] {
  const place = [endpoint.method, endpoint.path]
  return args === undefined ? place : [...place, args.params ?? null, args.query ?? null]
}
