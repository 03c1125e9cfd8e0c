import { expect, test } from 'vitest'
import { DESCRIPTORS } from './all.ts'
import { familyOf, limitedAs, limitedTogether } from './family.ts'

test.each([
  ['gpt-4o', 'gpt-4o-2024-08-06'],
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-4-5@20250929', 'claude-sonnet-4-6'],
  ['claude-opus-4-8', 'claude-opus-4-5-20251101', 'claude-opus-4-latest'],
  ['claude-fable-5', 'claude-fable-5-1'],
  ['anthropic.claude-haiku-4-5', 'anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['gemini-2.0-flash', 'gemini-2.0-flash-001'],
  ['mistral-large', 'mistral-large-latest'],
])('%s is limited together with %s', (...names) => {
  expect(new Set(names.map(familyOf)).size).toBe(1)
})

test.each([
  ['gpt-4o', 'gpt-4o-mini'],
  ['gpt-5', 'gpt-5.5'],
  ['claude-opus-5', 'claude-opus-5-5'],
  ['claude-opus-4-8', 'claude-sonnet-4-6'],
  ['gemini-2.5-flash', 'gemini-2.5-pro'],
  ['mistral-large-2407', 'mistral-large-2411'],
])('%s has a limit of its own beside %s', (one, other) => {
  expect(familyOf(one)).not.toBe(familyOf(other))
})

test('names are limited together only at a vendor that documents it', () => {
  const names = ['claude-sonnet-4-5', 'claude-sonnet-4-6-20260217']
  const together = DESCRIPTORS.filter((vendor) => new Set(names.map((name) => limitedAs(vendor, name))).size === 1)
  expect(together.map(({ id }) => id)).toEqual(['anthropic'])
  const [vendor] = together
  const apart = DESCRIPTORS.find(({ limitsFamilies }) => limitsFamilies === undefined)
  if (!vendor || !apart) throw new Error('there are both')
  expect(limitedTogether(vendor, 'claude-opus-4-8', 'claude-opus-4-7-20260101')).toBe(true)
  expect(limitedTogether(vendor, 'claude-opus-4-8', 'claude-sonnet-4-6')).toBe(false)
  expect(limitedTogether(apart, 'claude-opus-4-8', 'claude-opus-4-7-20260101')).toBe(false)
  expect(limitedTogether(apart, 'same', 'same')).toBe(true)
})
