import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from '../contract/settings.ts'
import { policyWhenShort, relayPolicy } from './policy.ts'

const FULL = { ...STANDARD_SETTINGS, 'capture.level': 'FULL' } as const

test('while the disk is nearly full nothing is captured, and all else is as ever', () => {
  expect(relayPolicy(FULL).capture).not.toBeNull()
  expect(policyWhenShort(FULL)).toEqual({ ...relayPolicy(FULL), capture: null })
})

test('who wants it all the same has it captured until the disk is full', () => {
  const values = { ...FULL, 'capture.on_low_disk': 'go_on' } as const
  expect(policyWhenShort(values)).toEqual(relayPolicy(values))
})
