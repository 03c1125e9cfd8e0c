import { isDatabaseAway } from '../store/away.ts'
import { PasswordsBusy } from '../vault/passwords.ts'
import { ApiError } from './errors.ts'

/** What a caller is told of whatever was thrown; what nobody expected is an internal error. */
export function apiErrorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof PasswordsBusy) return new ApiError('busy', { cause })
  return new ApiError(isDatabaseAway(cause) ? 'database_away' : 'internal', { cause })
}

/** Whether an operator has to look into it, so that it is logged. */
export function isFault({ code }: ApiError): boolean {
  return code === 'internal' || code === 'database_away'
}
