import { expect, test } from 'vitest'
import { withoutSecrets } from './secret-fields.ts'

test('secrets are taken out wherever they stand, and named once', () => {
  const typed = {
    name: 'acme',
    proxy: 'http://user:password@proxy.example',
    credentials: [
      { name: 'main', secret: 'one', priority: 1 },
      { name: 'spare', secret: 'two', priority: 2 },
    ],
    values: { host: 'mail.example', password: 'three', token: '' },
  }
  expect(withoutSecrets(typed)).toEqual({
    open: {
      name: 'acme',
      credentials: [
        { name: 'main', secret: '', priority: 1 },
        { name: 'spare', secret: '', priority: 2 },
      ],
      values: { host: 'mail.example', password: '', token: '' },
    },
    lost: ['password', 'secret', 'proxy'],
  })
})

test('a proxy that was taken away is no secret', () => {
  expect(withoutSecrets({ proxy: '' })).toEqual({ open: { proxy: '' }, lost: [] })
})
