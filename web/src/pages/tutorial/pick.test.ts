import { expect, test } from 'vitest'
import { ERRORS } from '../../../../src/core/error-catalogue.ts'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { outcomeOfCode } from '../../lib/traffic/outcome.ts'
import { ERROR_ROWS } from './error-rows.ts'
import { fixOf, keyOfSecret } from './pick.ts'

const keys = [
  { id: 'a', prefix: 'sk-ym-8f2c', last4: 'a1B2' },
  { id: 'b', prefix: 'sk-ym-77aa', last4: 'zzzz' },
]

test('a pasted secret is known by both of its ends', () => {
  expect(keyOfSecret(keys, 'sk-ym-77aaXXXXXXzzzz')?.id).toBe('b')
  expect(keyOfSecret(keys, 'sk-ym-77aaXXXXXXa1B2')).toBeUndefined()
  expect(keyOfSecret(keys, 'sk-ym-77aazzzz')).toBeUndefined()
})

const failed = (http_status: number, error = '') =>
  ({ status: 'failed', http_status, error: { class: error, message: null } }) as Pick<
    RequestRow,
    'status' | 'http_status' | 'error'
  >

test('a failure is told apart by its status, and 429 by what is used up', () => {
  expect(fixOf(failed(401))).toBe('key')
  expect(fixOf(failed(404))).toBe('address')
  expect(fixOf(failed(429, 'limit_reached_total'))).toBe('quota')
  expect(fixOf(failed(429, 'rate_limited'))).toBe('rate')
  expect(fixOf(failed(400))).toBe('request')
  expect(fixOf(failed(503))).toBe('upstream')
  expect(fixOf({ ...failed(200), status: 'succeeded' })).toBeNull()
})

test('the tutorial explains the statuses that the gateway answers, and no other', () => {
  const answered = new Set(Object.values(ERRORS).map(({ status }): string => String(status)))
  const explained = ERROR_ROWS.map(({ code }) => code).filter((code) => /^\d{3}$/.test(code))
  expect(explained.length).toBeGreaterThan(3)
  expect(explained.filter((code) => !answered.has(code))).toEqual([])
  expect(fixOf(failed(ERRORS.ip_not_allowed.status))).toBe('key')
  expect(fixOf(failed(ERRORS.model_not_allowed.status))).toBe('address')
  expect(fixOf(failed(403))).toBe('request')
})

test('a status in the table of errors has the mark that requests with it have', () => {
  for (const { code, state } of ERROR_ROWS) {
    expect(state, code).toBe(
      /^\d{3}$/.test(code) ? outcomeOfCode(Number(code)) : code === '5xx' ? outcomeOfCode(500) : undefined,
    )
  }
})
