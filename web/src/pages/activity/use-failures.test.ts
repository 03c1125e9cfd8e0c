import { expect, test } from 'vitest'
import { placesOf } from './use-failures.ts'

test('failed sign-ins of one address and device are one line with the time of the last', () => {
  const event = (ip: string, user_agent: string, at: string) => ({ ip, user_agent, at })
  expect(
    placesOf([event('1', 'a', 't4'), event('2', 'a', 't3'), event('1', 'a', 't2'), event('1', 'b', 't1')]),
  ).toEqual([
    { ip: '1', user_agent: 'a', at: 't4', count: 2 },
    { ip: '2', user_agent: 'a', at: 't3', count: 1 },
    { ip: '1', user_agent: 'b', at: 't1', count: 1 },
  ])
})
