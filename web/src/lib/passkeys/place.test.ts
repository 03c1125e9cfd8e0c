import { afterEach, expect, test, vi } from 'vitest'
import { localName, noPasskeysHere } from './place.ts'

const at = (origin: string) => ({ origin })
afterEach(() => vi.unstubAllGlobals())

test('a console opened by the address of its own machine is told its name', () => {
  expect(localName(at('http://127.0.0.1:3000'))).toBe('http://localhost:3000')
  expect(localName(at('http://[::1]:3000'))).toBe('http://localhost:3000')
  expect(localName(at('http://192.168.1.5:3000'))).toBeNull()
  expect(localName(at('https://yumen.example'))).toBeNull()
})

test('what keeps passkeys from a page, and where they work', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const here = (origin: string, named: string | null = null) => noPasskeysHere(at(origin), named)
  expect(here('http://localhost:3000')).toBeNull()
  expect(here('https://yumen.example', 'https://yumen.example')).toBeNull()
  expect(here('http://127.0.0.1:3000')).toEqual({ problem: 'address', at: 'http://localhost:3000' })
  expect(here('https://192.168.1.5')).toEqual({ problem: 'address', at: null })
  expect(here('http://yumen.example')).toEqual({ problem: 'insecure', at: null })
  const elsewhere = { problem: 'elsewhere', at: 'https://yumen.example' }
  expect(here('http://127.0.0.1:3000', 'https://yumen.example')).toEqual(elsewhere)
  expect(here('https://yumen.example:8443', 'https://yumen.example')).toEqual(elsewhere)
})

test('a browser that has none is told of', () => {
  expect(noPasskeysHere(at('https://yumen.example'), null)).toEqual({ problem: 'unsupported', at: null })
})
