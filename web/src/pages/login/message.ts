const BY_STATUS = { 401: 'credentials', 422: 'email', 500: 'server' } as const

/** The key of what a failed sign-in says. */
export type LoginMessage = (typeof BY_STATUS)[keyof typeof BY_STATUS] | 'other'

/** What a sign-in that failed with this status says; 0 is no answer at all. */
export function messageOf(status: number): LoginMessage {
  return status in BY_STATUS ? BY_STATUS[status as keyof typeof BY_STATUS] : 'other'
}
