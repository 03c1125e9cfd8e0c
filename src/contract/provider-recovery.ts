import { endpoint } from './endpoint.ts'
import { provider } from './providers.ts'

export const adminRecoverCredential = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/credentials/{credential_id}/recover',
  who: 'admin',
  summary: 'Forgets what was found out about a credential, so that the next request tries it.',
  answer: provider,
})

export const adminRecoverEndpoint = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/endpoints/{endpoint_id}/recover',
  who: 'admin',
  summary: 'Closes the breaker of an endpoint, so that the next request tries it.',
  answer: provider,
})

export const adminAskBalance = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/credentials/{credential_id}/balance',
  who: 'admin',
  summary:
    'Asks the vendor what is left of the account of a credential; where it does not tell, the last figure stays.',
  answer: provider,
})
