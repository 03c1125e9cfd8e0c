import { keepPreviousData, QueryClient, queryOptions, type DataTag, type QueryKey } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '../../../src/contract/endpoint.ts'
import { call, type ArgsOf } from './call.ts'
import type { CallError } from './call-error.ts'
import { onToldByOtherTab, tellOtherTabs } from './other-tabs.ts'
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
// What is changed in one tab of a browser is changed in all of them.
onToldByOtherTab((places) => {
  for (const queryKey of places) void queryClient.invalidateQueries({ queryKey })
})

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

/** The key of everything asked of an endpoint, or of one question. */
export function keyOf(endpoint: Endpoint, args?: { params?: unknown; query?: unknown }): readonly unknown[] {
  const place = [endpoint.method, endpoint.path]
  return args === undefined ? place : [...place, args.params ?? null, args.query ?? null]
}

/** Asks everything of these endpoints again, after something has changed, in other tabs of this browser too; resolves when what is shown has its answer. */
export async function askAgain(...endpoints: readonly Endpoint[]): Promise<void> {
  const again = async (endpoint: Endpoint) => {
    const questions = { queryKey: keyOf(endpoint) }
    // The client asks nothing twice that has no answer yet, and what was read before the change would stay.
    await queryClient.cancelQueries(questions)
    await queryClient.invalidateQueries(questions)
  }
  tellOtherTabs(endpoints.map((endpoint) => keyOf(endpoint)))
  await Promise.all(endpoints.map(again))
}

/** Takes what a change was answered with as the answer to a question; one still under way may be from before it. */
export function takeAnswer<A>({ queryKey }: { queryKey: DataTag<QueryKey, A, CallError> }, answer: NoInfer<A>): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}

/** Changes the answer that is shown, in the same way; where there is none yet, nothing. */
export function changeAnswer<A>(
  question: { queryKey: DataTag<QueryKey, A, CallError> },
  change: (shown: A) => A,
): void {
  const shown = queryClient.getQueryData<A>(question.queryKey)
  if (shown !== undefined) takeAnswer(question, change(shown))
}
