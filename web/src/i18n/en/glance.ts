import type { English } from '../dictionary.ts'
import type { glance as zh } from '../zh-CN/glance.ts'

export const glance: English<typeof zh> = {
  period: 'Last 30 days',
  cost: 'Cost, 30 days',
  before: '{{cost}} in the 30 days before',
  requests: 'Requests',
  errors: '{{share}} errors',
  tokens: 'Tokens',
  cache: '{{share}} from cache',
  firstToken: 'First token P50',
  p95: 'P95 {{time}}',
  by: { model: 'Models', client: 'Clients', key: 'Keys', provider: 'Providers', status: 'Status', user: 'Users' },
  nothing: 'No requests in the last 30 days',
  recent: 'Latest requests',
  all: 'See all',
  trail: {
    none: 'No changes yet',
    more: 'Load more',
    server: 'System',
    act: {
      provider: {
        created: 'Created the provider',
        changed: 'Changed the provider',
        credential_recovered: 'Probed a credential again',
        endpoint_recovered: 'Probed an endpoint again',
        limits_changed: 'Changed the limits',
        bill_imported: 'Imported a bill',
        bill_removed: 'Removed a bill',
      },
      user: {
        created: 'Created the user',
        changed: 'Changed the user',
        deleted: 'Deleted the user',
        password_reset: 'Reset the password',
        second_factor_reset: 'Reset two-step verification',
        sessions_ended: 'Ended sessions',
        viewed: 'Viewed as the user',
      },
      model: { created: 'Created the model', changed: 'Changed the model' },
      session: { reused: 'Token used twice', opened: 'Signed in', failed: 'Sign-in failed' },
      balance: { changed: 'Changed the balance' },
      key: {
        created: 'Created the key',
        changed: 'Changed the key',
        enabled: 'Enabled the key',
        disabled: 'Disabled the key',
        rotated: 'Rotated the key',
        deleted: 'Deleted the key',
      },
    },
  },
}
