import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSession } from '../session.ts'
import { tokens } from '../tokens.ts'
import { draw } from '../../test-draw.ts'
import './draft-place.ts'
import { storedTalk } from './draft.ts'
import { NEW_TALK } from './talk.ts'
import { useTalk } from './use-talk.ts'

type Talking = ReturnType<typeof useTalk>

/** A talk in a component, the latest of what it gave, and a way to leave it. */
async function talking() {
  const seen: Talking[] = []
  const Probe = () => {
    seen.push(useTalk({}))
    return null
  }
  onTestFinished(() => sessionStorage.clear())
  const { redraw } = await draw(<Probe />)
  return { now: () => seen.at(-1), leave: () => redraw(null) }
}

test('on plain HTTP, where browsers make no UUIDs, a question is sent as ever', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { now } = await talking()
  act(() => now()?.setText('你好'))
  const setup = now()?.talk.setup
  act(() => setup && now()?.send({ ...setup, key: 'key_1', model: 'gpt-5.5' }))
  expect(now()?.talk.turns).toMatchObject([{ asked: '你好', answers: [{ model: 'gpt-5.5', state: 'waiting' }] }])
})

test('without a model nothing is sent, and what was typed stays', async () => {
  const sent = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  vi.stubGlobal('fetch', sent)
  const { now } = await talking()
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
  const { now } = await talking()
  act(() => now()?.setText('你好'))
  const talk = now()?.talk
  if (!talk) throw new Error('there is no talk')
  const alone = { ...talk.setup, key: 'key_1', model: 'gpt-5.5' }
  await act(async () => now()?.send({ ...alone, second: 'glm-5.3' }))
  await expect.poll(() => now()?.busy).toBe(false)
  sent.mockClear()
  await act(async () => now()?.retry(1, alone))
  expect(sent.mock.calls.map(([, { body }]) => JSON.parse(body).model)).toEqual(['glm-5.3'])
})

test('a talk that is open when its owner signs out is not there for the next', async () => {
  onTestFinished(startSession())
  const { now, leave } = await talking()
  act(() => now()?.setText('只给我看'))
  act(() => tokens.clear('left'))
  await leave()
  expect(storedTalk()).toEqual(NEW_TALK)
})

test('a talk is there again when it was closed', async () => {
  const { now, leave } = await talking()
  act(() => now()?.setText('你好'))
  await leave()
  expect(storedTalk().text).toBe('你好')
})
