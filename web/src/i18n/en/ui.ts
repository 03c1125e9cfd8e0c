import type { English } from '../dictionary.ts'
import type { ui as zh } from '../zh-CN/ui.ts'

export const ui: English<typeof zh> = {
  search: { clear: 'Clear search' },
  filter: { all: 'All', is: '{{label}}: {{values}}' },
  copy: { copy: 'Copy', what: 'Copy {{what}}', copied: 'Copied', failed: 'Could not copy' },
  error: {
    title: 'Could not load',
    retry: 'Try again',
    details: 'Copy details',
    request_id: 'Request ID',
    offline: 'The server did not answer. Check your network connection.',
    unknown: 'The server answered {{status}}. Try again later.',
  },
  palette: 'Search or go to',
  loading: 'Loading',
  refreshing: 'Refreshing',
  drawer: { close: 'Close' },
  status: {
    success: 'Succeeded',
    running: 'Running',
    client_error: 'Request error',
    limited: 'Rate limited',
    upstream_error: 'Upstream error',
    timeout: 'Timed out',
    cancelled: 'Cancelled',
    switched: 'Switched',
    key_active: 'Active',
    key_rotating: 'Rotating',
    key_exhausted: 'Used up',
    key_disabled: 'Disabled',
    key_expired: 'Expired',
    healthy: 'Healthy',
    degraded: 'Degraded',
    broken: 'Circuit open',
    off: 'Disabled',
  },
}
