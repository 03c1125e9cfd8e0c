import type { English } from '../dictionary.ts'
import type { password as zh } from '../zh-CN/password.ts'

export const password: English<typeof zh> = {
  first: { title: 'Set a new password', why: 'You signed in with a one-time password. Set your own to begin.' },
  show: 'Show',
  hide: 'Hide',
  caps: 'Caps lock is on',
  code: {
    app: { label: 'Code', hint: 'Open your authenticator app and enter the 6 digits it shows', use: 'Use a code' },
    recovery: { label: 'Recovery code', hint: 'Each recovery code works once', use: 'Use a recovery code' },
  },
  current: 'Current password',
  next: 'New password',
  again: 'Repeat the new password',
  rule: 'At least {{least}} characters',
  rules: {
    label: 'What a new password must be like',
    needed: 'Required',
    advised: 'Recommended',
    met: 'Met',
    unmet: 'Not met',
    least: 'At least {{least}} characters',
    varied: 'At least 4 different characters',
    fresh: 'Not the current password',
    alike: 'Typed the same twice',
    cases: 'Upper and lower case letters',
    signs: 'A digit or a symbol',
    foreign: 'Without your email or name',
  },
  strength: { is: 'Strength: {{strength}}', '0': '—', '1': 'weak', '2': 'fair', '3': 'good', '4': 'strong' },
  short: 'Too short: at least {{least}} characters',
  differs: 'The passwords do not match',
  submit: 'Change password',
  changed: 'Password changed',
  failed: 'The password could not be changed. Try again later',
}
