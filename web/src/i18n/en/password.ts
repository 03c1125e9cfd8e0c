import type { English } from '../dictionary.ts'
import type { password as zh } from '../zh-CN/password.ts'

export const password: English<typeof zh> = {
  first: { title: 'Set a new password', why: 'You signed in with a one-time password. Set your own to begin.' },
  show: 'Show',
  hide: 'Hide',
  caps: 'Caps lock is on',
  current: 'Current password',
  next: 'New password',
  again: 'Repeat the new password',
  rule: 'At least {{least}} characters',
  short: 'Too short: at least {{least}} characters',
  differs: 'The passwords do not match',
  submit: 'Change password',
  changed: 'Password changed',
  failed: 'The password could not be changed. Try again later',
}
