import type { Line } from './line.ts'

/** What a provider is asked free of charge with one secret: which models there are, what is left of an account. */
export type FreeQuestion = {
  preset: string
  /** Of an endpoint of the provider: its origin is what the secret may be shown to. */
  baseUrl: string
  secret: string
  allowPrivate: boolean
  line?: Line | undefined
  signal: AbortSignal
}

/** Why a free question was not answered; `blocked_address`: the endpoint lies in a private network, where it may not. */
export const FREE_PROBLEMS = [
  'unreachable',
  'refused_key',
  'not_found',
  'timeout',
  'unexpected',
  'blocked_address',
] as const
/** One of them. */
export type FreeProblem = (typeof FREE_PROBLEMS)[number]
