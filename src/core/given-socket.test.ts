import { expect, test } from 'vitest'
import { givenSocket } from './given-socket.ts'

const US = { pid: 20, ppid: 10 }

test.each(['10', '20'])('a socket that is handed over to process %s is ours', (LISTEN_PID) => {
  expect(givenSocket({ LISTEN_FDS: '1', LISTEN_PID }, US)).toBe(3)
})

test.each([{}, { LISTEN_FDS: '' }, { LISTEN_FDS: '1' }, { LISTEN_FDS: '1', LISTEN_PID: '30' }, { LISTEN_PID: '20' }])(
  'none is handed over to us by %j',
  (env) => expect(givenSocket(env, US)).toBeNull(),
)

test('of several sockets none is taken', () => {
  expect(() => givenSocket({ LISTEN_FDS: '2', LISTEN_PID: '20' }, US)).toThrow(/一个.*One/)
})
