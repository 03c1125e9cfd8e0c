import { expect, test } from 'vitest'
import { noPasskeysAt } from './passkey-origin.ts'

test.each([
  ['https://yumen.example.com', null],
  ['https://gateway', null],
  ['https://gateway:8443', null],
  ['http://localhost:3000', null],
  ['http://yumen.localhost', null],
  ['http://127.0.0.1:3000', 'address'],
  ['https://192.168.1.5', 'address'],
  ['http://[::1]:3000', 'address'],
  ['http://yumen.example.com', 'insecure'],
  ['http://localhost.example.com', 'insecure'],
])('passkeys at %s: %s', (origin, problem) => {
  expect(noPasskeysAt(origin)).toBe(problem)
})
