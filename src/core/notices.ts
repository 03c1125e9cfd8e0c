import type { Locale } from './errors.ts'
import { MINUTE_MS } from './time.ts'

/** What a user may be told of. */
export const NOTICES = [
  'limit_50',
  'limit_80',
  'limit_100',
  'key_expiry',
  'odd_sign_in',
  'second_factor',
  'account_changed',
  'announcement',
  'maintenance',
] as const
/** As rows of `notice` name it. */
export type Notice = (typeof NOTICES)[number]

/** The ways a notice can take. */
export const CHANNELS = ['console', 'email'] as const
/** As the preferences of a user name it. */
export type Channel = (typeof CHANNELS)[number]

/** The ways notices take for whoever chose nothing. */
export const STANDARD_WAYS: Readonly<Record<Notice, readonly Channel[]>> = {
  limit_50: ['console'],
  limit_80: ['console', 'email'],
  limit_100: ['console', 'email'],
  key_expiry: ['console', 'email'],
  odd_sign_in: ['console', 'email'],
  second_factor: ['console', 'email'],
  account_changed: ['console'],
  announcement: ['console'],
  maintenance: ['console', 'email'],
}

/** What nobody may miss in the console. */
const ALWAYS: readonly Notice[] = ['limit_100', 'odd_sign_in', 'second_factor']

/** The ways somebody chose for some notices. */
export type Ways = Readonly<Partial<Record<Notice, readonly Channel[] | undefined>>> | undefined

/** Whether a notice takes a way whatever is chosen. */
export const isFixed = (notice: Notice, channel: Channel): boolean => channel === 'console' && ALWAYS.includes(notice)

/** Whether a notice takes a way. */
export function takes(kept: Ways, notice: Notice, channel: Channel): boolean {
  return isFixed(notice, channel) || (kept?.[notice] ?? STANDARD_WAYS[notice]).includes(channel)
}

/** What a notice is about: ids, names, times and figures, never a secret. */
export type NoticeFacts = Readonly<Record<string, string | number | boolean | null>>

/** Something to tell users; whoever was told of the same `mark` before is not told again. */
export type NewNotice = { kind: Notice; mark: string; facts: NoticeFacts }

/** How long before it begins maintenance is told of, in milliseconds. */
export const MAINTENANCE_AHEAD_MS = 30 * MINUTE_MS

/** What the console says in another place of its own: in rows of these only e-mail is asked for. */
export const SAID_ELSEWHERE: readonly Notice[] = ['announcement', 'maintenance']

/** A notice that is to be sent to somebody now by e-mail; `tries` is how often that was tried. */
export type DueMail = {
  id: string
  kind: Notice
  facts: NoticeFacts
  tries: number
  to: string
  locale: Locale | null
  timezone: string | null
  /** The group the user is in now. */
  groupId: string | null
  /** Whether the user is there still, and still wants it. */
  wanted: boolean
}
