import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSession } from '../session.ts'
import { tokens } from '../tokens.ts'
import './draft-place.ts'
import { storedTalk } from './draft.ts'
import { NEW_TALK } from './talk.ts'
import { useTalk } from './use-talk.ts'

type Talking = ReturnType<typeof useTalk>

let leave: () => void

/** A talk in a component, and the latest of what it gave. */
function talking(): () => Talking | undefined {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const seen: Talking[] = []
  const Probe = () => {
    seen.push(useTalk({}))
    return null
  }
  const root = createRoot(document.createElement('div'))
  leave = () => act(() => root.unmount())
  onTestFinished(() => {
    leave()
    vi.unstubAllGlobals()
    sessionStorage.clear()
  })
  act(() => root.render(<Probe />))
  return () => seen.at(-1)
}

test('on plain HTTP, where browsers make no UUIDs, a question is sent as ever', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const now = talking()
  act(() => now()?.setText('你好'))
  const setup = now()?.talk.setup
  act(() => setup && now()?.send({ ...setup, key: 'key_1', model: 'gpt-5.5' }))
  expect(now()?.talk.turns).toMatchObject([{ asked: '你好', answers: [{ model: 'gpt-5.5', state: 'waiting' }] }])
})

test('without a model nothing is sent, and what was typed stays', () => {
  const sent = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', sent)
  const now = talking()
  act(() => now()?.setText('你好'))
  const setup = now()?.talk.setup
  act(() => setup && now()?.send({ ...setup, key: 'key_1', model: '' }))
  expect(sent).not.toHaveBeenCalled()
  expect(now()?.talk).toMatchObject({ text: '你好', turns: [] })
})

test('the second of two answers can be asked for again after one has stopped comparing', async () => {
  const sent = vi.fn<(url: string, init: { body: string }) => Promise<Response>>(async () =>
    Response.json({ error: { message: 'no' } }, { status: 400 }),
  )
  vi.stubGlobal('fetch', sent)
  const now = talking()
  act(() => now()?.setText('你好'))
  const talk = now()?.talk
  if (!talk) throw new Error('there is no talk')
  const alone = { ...talk.setup, key: 'key_1', model: 'gpt-5.5' }
  await act(async () => now()?.send({ ...alone, second: 'glm-5.3' }))
  await vi.waitFor(() => expect(now()?.busy).toBe(false))
  sent.mockClear()
  await act(async () => now()?.retry(1, alone))
  expect(sent.mock.calls.map(([, { body }]) => JSON.parse(body).model)).toEqual(['glm-5.3'])
})

test('a talk that is open when its owner signs out is not there for the next', () => {
  onTestFinished(startSession())
  const now = talking()
  act(() => now()?.setText('只给我看'))
  act(() => tokens.clear('left'))
  leave()
  expect(storedTalk()).toEqual(NEW_TALK)
})

test('a talk is there again when it was closed', () => {
  const now = talking()
  act(() => now()?.setText('你好'))
  leave()
  expect(storedTalk().text).toBe('你好')
})
