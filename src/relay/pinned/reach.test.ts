import { expect, test } from 'vitest'
import type { PinKind } from '../../core/pin.ts'
import type { Exchange } from '../exchange.ts'
import { aTarget } from '../routing/test-targets.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'
import { saysMissing } from './reach.ts'

const missing = (kind: PinKind, status: number, message = '') => {
  const answer = { status, headers: {} } as UpstreamAnswer
  const asked = { pin: { kind }, exchange: { at: 0 } as Exchange, target: aTarget('google') }
  return saysMissing(answer, Buffer.from(JSON.stringify({ error: { message, status: 'PERMISSION_DENIED' } })), asked)
}

const UNSEEN = 'You do not have permission to access the File abc or it may not exist.'

test('a file that Google does not know is missing, and not one that it refuses our credential for', () => {
  expect(missing('gemini-file', 404)).toBe(true)
  expect(missing('gemini-file', 403, UNSEEN)).toBe(true)
  expect(missing('gemini-file', 403, 'The caller does not have permission')).toBe(false)
  expect(missing('gemini-file', 403, 'Your API key was reported as leaked. Please use another API key.')).toBe(false)
})

test('what others keep is missing where they say 404', () => {
  expect(missing('file', 404)).toBe(true)
  expect(missing('file', 403, UNSEEN)).toBe(false)
  expect(missing('interaction', 500)).toBe(false)
})
