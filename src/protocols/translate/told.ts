import { type ErrorCode, GatewayError } from '../../core/errors.ts'
import type { UpstreamError } from './piece.ts'

const CODES = {
  bad_request: 'upstream_rejected',
  model_missing: 'model_not_found',
  too_large: 'upstream_too_large',
  context_too_long: 'context_too_long',
  content_filter: 'content_filtered',
} as const satisfies Partial<Record<UpstreamError['kind'], ErrorCode>>

const LONGEST = 1000

/** What a caller is told of an upstream's error in another protocol; null when it is not about their request (wire.md §3.5). */
export function toldError({ kind, message }: UpstreamError, model: string): GatewayError | null {
  const code = kind in CODES ? CODES[kind as keyof typeof CODES] : undefined
  // Our own sentence begins with the words that Claude Code looks for, as Anthropic's does.
  const reason = code === 'context_too_long' ? message.replace(/^prompt is too long:?\s*/i, '') : message
  return code ? new GatewayError(code, { reason: reason.slice(0, LONGEST) || 'no reason was given', model }) : null
}

/** `toldError` for answers of one model. */
export const teller = (model: string) => (error: UpstreamError) => toldError(error, model)
