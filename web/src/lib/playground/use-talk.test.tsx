import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useTalk } from './use-talk.ts'

type Talking = ReturnType<typeof useTalk>

test('on plain HTTP, where browsers make no UUIDs, a question is sent as ever', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const seen: Talking[] = []
  const Probe = () => {
    seen.push(useTalk({}))
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
    sessionStorage.clear()
  })
  const now = () => seen.at(-1)
  act(() => root.render(<Probe />))
  act(() => now()?.setText('你好'))
  const setup = now()?.talk.setup
  act(() => setup && now()?.send({ ...setup, key: 'key_1', model: 'gpt-5.5' }))
  expect(now()?.talk.turns).toMatchObject([{ asked: '你好', answers: [{ model: 'gpt-5.5', state: 'waiting' }] }])
})
