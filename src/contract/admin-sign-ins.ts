import { z } from 'zod'
import { listOf, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { consent } from './limits.ts'
import { session } from './users.ts'

export const adminEndSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/second-factor',
  who: 'admin',
  summary:
    'Turns the second factor of an account off for somebody who has lost it, ends its sessions, and tells its owner.',
  body: z.strictObject(consent),
  answer: nothing,
  status: 204,
})

export const adminRemovePasskeys = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/passkeys',
  who: 'admin',
  summary: 'Removes every passkey of an account, ends its sessions, and tells its owner.',
  body: z.strictObject(consent),
  answer: nothing,
  status: 204,
})

export const adminListSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/sessions',
  who: 'admin',
  summary: 'The sessions of an account that are still alive.',
  answer: listOf(session),
})

export const adminEndSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions/{session}',
  who: 'admin',
  summary: 'Ends a session of an account.',
  answer: nothing,
  status: 204,
})

export const adminEndSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions',
  who: 'admin',
  summary: 'Ends every session of an account.',
  answer: nothing,
  status: 204,
})
