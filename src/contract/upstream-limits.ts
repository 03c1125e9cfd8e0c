import { z } from 'zod'
import { listOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { consent, limitsInput, limitState } from './limits.ts'

const limits = z.strictObject({ limits: z.array(limitState) })
const newLimits = z.strictObject({ limits: limitsInput, ...consent })

export const adminGetProviderLimits = endpoint({
  method: 'GET',
  path: '/api/admin/limits/provider/{id}',
  who: 'admin',
  summary: 'The limits of a provider, by what it charges.',
  answer: limits,
})

export const adminPutProviderLimits = endpoint({
  method: 'PUT',
  path: '/api/admin/limits/provider/{id}',
  who: 'admin',
  summary: 'Replaces the limits of a provider.',
  body: newLimits,
  answer: limits,
})

export const adminGetCredentialLimits = endpoint({
  method: 'GET',
  path: '/api/admin/limits/credential/{id}',
  who: 'admin',
  summary: 'The limits of a provider’s credential, by what it charges.',
  answer: limits,
})

export const adminListCredentialLimits = endpoint({
  method: 'GET',
  path: '/api/admin/providers/{id}/credential-limits',
  who: 'admin',
  summary: 'The limits of every credential of a provider.',
  answer: listOf(z.strictObject({ id: z.string(), limits: z.array(limitState) })),
})

export const adminPutCredentialLimits = endpoint({
  method: 'PUT',
  path: '/api/admin/limits/credential/{id}',
  who: 'admin',
  summary: 'Replaces the limits of a provider’s credential.',
  body: newLimits,
  answer: limits,
})
