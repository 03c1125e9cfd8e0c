import { expect, test } from 'vitest'
import { addressDoubts, isPrivateAddress } from './address.ts'

test.each([
  'http://localhost:11434/v1',
  'http://127.0.0.1:8000',
  'http://192.168.1.20/v1',
  'http://172.16.0.4',
  'http://[::1]:8080',
  'http://[fd12::1]/v1',
  'http://ollama:11434',
  'http://gpu.local/v1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each(['https://api.openai.com/v1', 'https://172.32.0.1', 'https://100.128.0.1', 'not an address', ''])(
  '%s is not private',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)

test.each([
  ['openai', 'https://api.acme.example', ['version_missing']],
  ['openai', 'https://api.acme.example/', ['version_missing']],
  ['openai', 'https://api.acme.example/v1', []],
  ['openai', 'https://api.acme.example/api/paas/v4', []],
  ['anthropic', 'https://api.acme.example/v1/', ['version_extra']],
  ['anthropic', 'https://api.acme.example/anthropic', []],
  ['gemini', 'https://api.acme.example/v1beta', ['version_extra']],
  ['openai', 'http://api.acme.example/v1', ['plain_http']],
  ['openai', 'http://10.0.0.3', ['private', 'version_missing']],
  ['openai', 'half typ', []],
] as const)('%s at %s raises %j', (dialect, address, doubts) => {
  expect(addressDoubts(dialect, address)).toEqual(doubts)
})
