import type { English } from '../dictionary.ts'
import type { common as zh } from '../zh-CN/common.ts'

export const common: English<typeof zh> = {
  places: {
    login: 'Sign in',
    dashboard: 'Dashboard',
    usage: 'Usage',
    adminUsage: 'Usage analytics',
    activity: 'Activity log',
    keys: 'API keys',
    allKeys: 'API keys',
    models: 'Models and providers',
    provider: 'Provider',
    tutorial: 'Tutorial',
    announcements: 'Announcements',
    profile: 'Profile',
    settings: 'Settings',
    users: 'Users',
    system: 'System settings',
    audit: 'Audit log',
  },
  short: { dashboard: 'Home', usage: 'Usage', keys: 'Keys', models: 'Models', users: 'Users' },
  session: {
    expired: 'Your session has expired. Please sign in again',
    adminOnly: 'Administrator permission required',
  },
  loading: 'Loading',
  toasts: 'Messages',
  close: 'Close',
  confirm: { confirm: 'Confirm', cancel: 'Cancel', type: 'Type “{{text}}” to confirm' },
  unsaved: {
    title: 'Discard unsaved changes?',
    text: 'Your changes are not saved and will be lost if you leave.',
    leave: 'Discard',
    stay: 'Keep editing',
  },
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  crash: {
    title: 'This page ran into an error',
    text: 'Other pages are not affected',
    retry: 'Try again',
    copy: 'Copy diagnostics',
    copied: 'Diagnostics copied',
  },
  chunk: {
    title: 'Part of the page could not be loaded, reloading…',
    text: 'This can happen for a moment after an update',
    reload: 'Reload now',
  },
}
