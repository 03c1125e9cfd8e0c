const BY_STATUS = { 401: 'credentials', 422: 'email', 500: 'server' } as const

/** The key of what a failed sign-in says. */
export type LoginMessage = (typeof BY_STATUS)[keyof typeof BY_STATUS] | 'other'

/** What a sign-in that failed with this status says; 0 is no answer at all. */
export function messageOf(status: number): LoginMessage {
  return status in BY_STATUS ? BY_STATUS[status as keyof typeof BY_STATUS] : 'other'
}

/** What a sign-in whose code stood beside the credentials says when it failed. */
export type CodeMessage = 'wrong' | 'many' | LoginMessage

/** The same for a sign-in with a code: a wrong code is no wrong password, and guessing may have gone on for too long. */
export function codeMessageOf({ status, code }: { status: number; code: string }): CodeMessage {
  // What is not taken for a code in its form at all is none of this account's either.
  if (code === 'code_wrong' || code === 'code_needed' || status === 422) return 'wrong'
  return status === 429 ? 'many' : messageOf(status)
}
