import { z } from 'zod'
import { email, listOf, nothing, time, usd } from './common.ts'
import { endpoint } from './endpoint.ts'
import { limitState } from './limits.ts'

/** Who somebody is to the gateway: a `user` reaches the own account, an `admin` everything. */
export const ROLES = ['admin', 'user'] as const
/** A disabled account can neither sign in nor use its keys; nothing of it is deleted. */
export const USER_STATUSES = ['active', 'disabled'] as const
/** Whether requests are refused once the balance is used up; where billing is `unlimited`, what they cost is only counted. */
export const BILLINGS = ['prepaid', 'unlimited'] as const

const me = z.strictObject({
  id: z.string(),
  email,
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(USER_STATUSES),
  locale: z.enum(['zh-CN', 'en']).nullable(),
  /** An IANA zone; null follows the browser. */
  timezone: z.string().nullable(),
  billing: z.enum(BILLINGS),
  /** What is left of a prepaid account, requests under way not taken off; null where nothing is paid ahead. */
  balance: usd.nullable(),
  /** What the account's group is called. */
  group: z.string().nullable(),
  limits: z.array(limitState),
  /** Catalogue names of what the account and its group allow; null: every model. */
  allow_models: z.array(z.string()).nullable(),
  /** Names; null: every provider. Left out where users are not told of providers (`relay.tell_provider`). */
  allow_providers: z.array(z.string()).nullable().optional(),
  /** Addresses or CIDR blocks that requests may come from; null: every address. */
  allow_ips: z.array(z.string()).nullable(),
  must_change_password: z.boolean(),
  /** The settings ask for a second factor that is not on (`security.second_factor`). */
  must_set_second_factor: z.boolean(),
  created_at: time,
  last_login_at: time.nullable(),
})
/** The signed-in account; while `must_change_password` is true, only this, the new password and signing out are allowed, and while
 * `must_set_second_factor` is, only this, turning one on and signing out. */
export type Me = z.infer<typeof me>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  who: 'user',
  summary: 'The signed-in user.',
  answer: me,
})

export const patchMe = endpoint({
  method: 'PATCH',
  path: '/api/users/me',
  who: 'user',
  summary: 'Changes the name, language or time zone of the signed-in user.',
  body: z.strictObject({
    name: z.string().trim().min(1).max(64).optional(),
    locale: z.enum(['zh-CN', 'en']).nullable().optional(),
    timezone: z.string().max(64).nullable().optional(),
  }),
  answer: me,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/me/password',
  who: 'user',
  summary: 'Changes the password; every other session ends.',
  body: z.strictObject({ current_password: z.string().min(1).max(1024), new_password: z.string().min(8).max(1024) }),
  answer: nothing,
  status: 204,
})

/** A sign-in that is still alive, whatever tokens it has had; `current` is the one that asks. */
export const session = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: time,
  last_seen_at: time,
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/me/sessions',
  who: 'user',
  summary: 'The sessions of the signed-in user that are still alive.',
  answer: listOf(session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions/{id}',
  who: 'user',
  summary: 'Ends one of the own sessions.',
  answer: nothing,
  status: 204,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  who: 'user',
  summary: 'Ends every own session but this one.',
  answer: nothing,
  status: 204,
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  who: 'user',
  summary:
    'What is kept about the signed-in user as one JSON file: profile, preferences, sessions, keys without secrets, passkeys, sums of use, booked entries, notices, activity. Requests are in /api/usage/export.',
  answer: z.string(),
  file: true,
})
