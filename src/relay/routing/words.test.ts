import { expect, test } from 'vitest'
import { saidInError } from './words.ts'

const DISABLED = 'This organization has been disabled.'
const LIMITED = 'You have reached your specified workspace API usage limits. You will regain access on 2026-12-01.'

/** Errors of Anthropic's: type, message and the word of its details, and what they mean. */
test.each([
  ['an account that was closed', 'invalid_request_error', DISABLED, 'organization_on_hold', 'invalid'],
  ['the same without a word for it', 'invalid_request_error', DISABLED, null, 'invalid'],
  ['a limit that the account’s owner set', 'invalid_request_error', LIMITED, null, 'exhausted'],
  ['a key of encryption that is off', 'invalid_request_error', 'In words.', 'cmek_key_disabled', 'invalid'],
  ['a month’s spending, no matter of a moment', 'rate_limit_error', '', 'enforced_spend_limit_reached', 'exhausted'],
  ['what a contract allows', 'rate_limit_error', '', 'contract_spend_limit_reached', 'exhausted'],
  ['growing too fast', 'rate_limit_error', '', 'ramp_limit_exceeded', 'limited'],
  ['an own account that is empty', 'billing_error', '', null, 'exhausted'],
])('Anthropic’s error of %s', (...[, type, message, code, meaning]) => {
  const error = { type, message, ...(code !== null && { details: { error_code: code } }) }
  const body = Buffer.from(JSON.stringify({ type: 'error', error, request_id: 'r' }))
  expect(saidInError(body)?.meaning).toBe(meaning)
})

test('a caller’s words in the middle of a sentence mean nothing', () => {
  const message = `messages.0: ${DISABLED} ${LIMITED}`
  expect(saidInError(Buffer.from(JSON.stringify({ error: { type: 'invalid_request_error', message } })))).toBeNull()
})
