import { expect, test } from 'vitest'
import { reachableOrigin } from './use-origin.ts'

const OWN = 'https://gate.example'

test('clients are given the public address once it is told', () => {
  expect(reachableOrigin(undefined, OWN)).toBe(OWN)
  expect(reachableOrigin('https://ai.example.com', OWN)).toBe('https://ai.example.com')
  expect(reachableOrigin('http://192.168.1.5:3000', OWN)).toBe('http://192.168.1.5:3000')
})

test('nobody is given an address that only the machine of the gateway has', () => {
  for (const told of ['http://0.0.0.0:3000', 'http://[::]:3000', 'http://127.0.0.1:3000', 'http://localhost:3000'])
    expect(reachableOrigin(told, OWN), told).toBe(OWN)
  expect(reachableOrigin('http://127.0.0.1:3000', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
})
