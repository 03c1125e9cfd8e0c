import type { English } from '../dictionary.ts'
import type { shell as zh } from '../zh-CN/shell.ts'

export const shell: English<typeof zh> = {
  skip: 'Skip to content',
  search: 'Search or jump to…',
  shortcuts: 'Shortcuts',
  more: 'More',
  nav: { main: 'Main navigation', bottom: 'Bottom navigation' },
  group: { overview: 'Overview', access: 'Access', resources: 'Resources', account: 'Account', system: 'System' },
  scope: { label: 'Switch space', user: 'Personal', admin: 'Admin' },
  account: {
    open: 'Account menu',
    unknown: 'Unknown user',
    admin: 'Administrator',
    user: 'User',
    sign_out: 'Sign out',
  },
  viewing: {
    who: 'Viewing {{name}}’s account',
    only: 'Read-only: nothing can be changed, and this visit is recorded in the audit log',
    leave: 'Leave',
  },
  banner: {
    offline: 'You are offline; what you see may be out of date',
    updated: 'Updated {{time}}',
    connect: 'Reconnect now',
    still_offline: 'The server still cannot be reached',
    database: 'The database is unavailable at the moment',
    database_back: 'Pages go on by themselves when it is back',
    me_failed: 'Your account could not be loaded, trying again',
    me_lost: 'Your account could not be loaded',
    try: 'attempt {{n}} of {{of}}',
    retry: 'Try again',
    version: 'A new version is available',
    version_effect: 'Requests under way are not interrupted',
    reload: 'Reload',
  },
  first: { title: 'Set a new password', why: 'You signed in with a one-time password. Set your own to begin.' },
}
