import { digest } from '../digest.ts'

/** What the vendor takes for an e-mail address or a telephone number, with which it refuses the request. */
const PERSONAL = [/[^\s@]@[^\s@]+\.[^\s@]/, /^\+?[\d\s().-]{7,}$/]

/** Who the user is, by a name the vendor takes (`user_id appears to contain an email address. Please send a uuid or hash value`): the same for the same user. */
export function userIdOf(user: string): string {
  return PERSONAL.some((pattern) => pattern.test(user)) ? `user_${digest(user)}` : user
}
