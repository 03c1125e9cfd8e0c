import { isDatabaseAway, TookTooLong } from '../store/away.ts'
import { PasswordsBusy } from '../vault/passwords.ts'
import { ApiError, type ApiErrorCode } from './errors.ts'

/** What a caller is told of whatever was thrown; what nobody expected is an internal error. */
export function apiErrorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof PasswordsBusy) return new ApiError('busy', { cause })
  if (cause instanceof TookTooLong) return new ApiError('took_too_long', { cause })
  return new ApiError(isDatabaseAway(cause) ? 'database_away' : 'internal', { cause })
}

const FAULTS: ReadonlySet<ApiErrorCode> = new Set(['internal', 'database_away', 'took_too_long'])

/** Whether an operator has to look into it, so that it is logged. */
export function isFault({ code }: ApiError): boolean {
  return FAULTS.has(code)
}
