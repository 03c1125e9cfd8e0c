import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { login } from '../../../src/contract/auth.ts'
import { getMe } from '../../../src/contract/users.ts'
import { draw } from '../test-draw.ts'
import { call } from './call.ts'
import { lookForDatabase, useDatabaseAway } from './database-away.ts'
import { tokens } from './tokens.ts'

let answer: () => Response

const away = (status: number) => () => Response.json({ code: 'database_away', detail: '' }, { status })
const asked = () => call(getMe).catch(() => null)

async function known(): Promise<{ current: boolean }> {
  const shown = { current: false }
  const Part = () => {
    shown.current = useDatabaseAway()
    return null
  }
  await draw(<Part />)
  return shown
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answer())
  tokens.clear('left')
  tokens.keep({ access_token: 'a1', refresh_token: 'r1' })
})

test('a database that is away is known until the server answers otherwise', async () => {
  const shown = await known()
  answer = away(503)
  await act(asked)
  expect(shown.current).toBe(true)
  expect(await act(() => lookForDatabase(asked))).toBe(false)
  expect(shown.current).toBe(true)
  answer = () => Response.json({})
  expect(await act(() => lookForDatabase(asked))).toBe(true)
  expect(shown.current).toBe(false)
})

test('it is forgotten with the session, and a log-in has its own words', async () => {
  const shown = await known()
  answer = away(503)
  await act(asked)
  act(() => tokens.clear('left'))
  expect(shown.current).toBe(false)
  answer = away(500)
  await act(() => call(login, { body: { email: 'a@b.c', password: 'x' } }).catch(() => null))
  expect(shown.current).toBe(false)
})
