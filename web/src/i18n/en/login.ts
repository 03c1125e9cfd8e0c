import type { English } from '../dictionary.ts'
import type { login as zh } from '../zh-CN/login.ts'

export const login: English<typeof zh> = {
  title: 'Sign in to {{site}}',
  lead: 'Use the account your administrator created for you',
  back: 'After signing in you return to: ',
  email: 'Email',
  password: 'Password',
  forgot: 'Forgot your password? Ask your administrator',
  submit: 'Sign in',
  submitting: 'Signing in…',
  code: {
    lead: '{{email}} uses two-step verification',
    back: 'Sign in with another account',
    empty: 'Enter the code',
    wrong: 'The code is wrong or was used before. Enter another one',
    many: 'Too many attempts. Try again later',
  },
  passkey: {
    use: 'Sign in with a passkey',
    asking: 'Follow your browser…',
    dismissed: 'That was not completed. Try again, or use your password',
    unsupported: 'This browser has no passkeys. Use your password',
  },
  health: { ok: 'Service is up', down: 'Service is down', unknown: 'Checking the service' },
  error: {
    credentials: 'Wrong email or password',
    email: 'Enter a valid email address',
    server: 'Server error, please try again later',
    other: 'Sign-in failed, please check your network',
  },
}
