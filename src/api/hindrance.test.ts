import { expect, test } from 'vitest'
import { hindranceOf } from './hindrance.ts'

test('what kept a candidate from being asked is told in numbers, and by whom it rested where that was another name', () => {
  expect(hindranceOf(undefined)).toEqual({ left_ms: null, limited_by: null, full: null })
  expect(hindranceOf({ leftMs: 42_000 })).toEqual({ left_ms: 42_000, limited_by: null, full: null })
  expect(hindranceOf({ leftMs: 7_000, by: 'claude-opus-4-8' })).toEqual({
    left_ms: 7_000,
    limited_by: 'claude-opus-4-8',
    full: null,
  })
  expect(hindranceOf({ inFlight: 8, limit: 8 })).toEqual({
    left_ms: null,
    limited_by: null,
    full: { used: 8, limit: 8 },
  })
})
