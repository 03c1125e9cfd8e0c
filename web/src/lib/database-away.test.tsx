import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { login } from '../../../src/contract/auth.ts'
import { getMe } from '../../../src/contract/users.ts'
import { call } from './call.ts'
import { lookForDatabase, useDatabaseAway } from './database-away.ts'
import { tokens } from './tokens.ts'

let answer: () => Response

const away = (status: number) => () => Response.json({ code: 'database_away', detail: '' }, { status })
const asked = () => call(getMe).catch(() => null)

function known(): { current: boolean } {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const shown = { current: false }
  const Part = () => {
    shown.current = useDatabaseAway()
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Part />))
  return shown
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answer())
  tokens.clear('left')
  tokens.keep({ access_token: 'a1', refresh_token: 'r1' })
})

test('a database that is away is known until the server answers otherwise', async () => {
  const shown = known()
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
  const shown = known()
  answer = away(503)
  await act(asked)
  act(() => tokens.clear('left'))
  expect(shown.current).toBe(false)
  answer = away(500)
  await act(() => call(login, { body: { email: 'a@b.c', password: 'x' } }).catch(() => null))
  expect(shown.current).toBe(false)
})
