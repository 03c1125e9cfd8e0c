import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../core/test-growth.ts'
import { userIdOf } from './user-id.ts'
import { write } from './test-requests.ts'

test.each([
  'bob@example.com',
  'Bob <bob@mail.example.co.uk>',
  '{"mail":"bob@example.com"}',
  '+49 (170) 123-4567',
  '5551234',
])('the vendor is told a hash of %s, which it would refuse, always the same and no other’s', (user) => {
  expect(userIdOf(user)).toMatch(/^user_[0-9a-f]{8}$/)
  expect(userIdOf(user)).toBe(userIdOf(user))
  expect(userIdOf(user)).not.toBe(userIdOf(`${user}m`))
})

test.each(['u-1', 'bob@localhost', '123456', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'user_5551234567'])(
  '%s is told as it is',
  (user) => {
    expect(userIdOf(user)).toBe(user)
  },
)

test.each(['a', 'a@', '.a'])('a user of many %j is looked at in time in proportion to its length', (part) => {
  const growth = growthOf(16_000, (count) => {
    const user = `${part.repeat(count / part.length)}@`
    return () => expect(userIdOf(user)).toBe(user)
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})

test('a request names its user so', () => {
  expect(write({ user: 'bob@example.com' }).body.metadata).toEqual({ user_id: userIdOf('bob@example.com') })
  expect(write({ user: 'u-1' }).body.metadata).toEqual({ user_id: 'u-1' })
})
