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
  banner: {
    offline: 'You are offline; what you see may be out of date',
    me_failed: 'Your account could not be loaded, trying again',
    me_lost: 'Your account could not be loaded',
    try: 'attempt {{n}} of {{of}}',
    retry: 'Try again',
    version: 'A new version is available',
    version_effect: 'Requests under way are not interrupted',
    reload: 'Reload',
  },
}
