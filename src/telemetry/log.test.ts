import { expect, test } from 'vitest'
import { faultFields } from './log.ts'

test.each(['25006', '53100', 'ECONNREFUSED', 'SQLITE_FULL'])(
  'the code %s of a fault is told, as its words are not',
  (code) => {
    const fields = faultFields(Object.assign(new Error('of sk-secret'), { code }))
    expect(fields).toMatchObject({ errorClass: 'Error', code })
    expect(JSON.stringify(fields)).not.toContain('secret')
  },
)

test.each([undefined, 7, 'sk-secret', 'SECRET IN A SENTENCE'])('what is no code (%s) is not told as one', (code) => {
  expect(faultFields(Object.assign(new Error('of something'), { code }))).not.toHaveProperty('code')
})
