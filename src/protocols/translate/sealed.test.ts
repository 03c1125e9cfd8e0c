import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

test('a sealed signature tells its origin and value again, and whether it belongs to a call', () => {
  const origin = fc.constantFrom('openai-responses', 'anthropic-messages', 'gemini-generate' as const)
  fc.assert(
    fc.property(origin, fc.string(), fc.boolean(), (from, value, onCall) => {
      const signature = { origin: from as 'gemini-generate', value }
      expect(unseal(seal(signature, onCall))).toEqual({ signature, onCall })
    }),
  )
})

test('a native signature is nothing of ours', () => {
  expect(unseal('EqQBCgIYAhIM1gbcDa9GJwZA2b3h')).toBeNull()
  expect(unseal('ym1.x.abc')).toBeNull()
})
