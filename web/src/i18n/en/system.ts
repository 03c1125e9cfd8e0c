import type { English } from '../dictionary.ts'
import type { system as zh } from '../zh-CN/system.ts'

export const system: English<typeof zh> = {
  viewing: {
    who: 'Viewing {{name}}’s account',
    only: 'Read-only: nothing can be changed, and this visit is recorded in the audit log',
    leave: 'Leave',
  },
  away: {
    updated: 'Updated {{time}}',
    connect: 'Reconnect now',
    still_offline: 'The server still cannot be reached',
    database: 'The database is unavailable at the moment',
    database_back: 'Pages go on by themselves when it is back',
  },
  shut_out: {
    title: 'Your account is disabled',
    why: 'An administrator disabled it, and all of its sessions ended. Ask them if you need it back.',
  },
  lost: {
    title: 'Page not found',
    text: 'The link may no longer be valid',
    search: 'The link may no longer be valid; you can also search for where you want to go',
    palette: 'Search or jump',
    home: 'Back to home',
  },
}
