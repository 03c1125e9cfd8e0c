import { beforeEach, expect, test } from 'vitest'
import { tokens } from '../tokens.ts'
import { startSession } from '../session.ts'
import { storedTalk, storeTalk } from './draft.ts'
import { newAnswer, NEW_TALK, type Talk } from './talk.ts'

beforeEach(() => sessionStorage.clear())

const talk: Talk = {
  ...NEW_TALK,
  text: 'half a question',
  turns: [
    {
      id: 't',
      asked: 'q',
      answers: [{ ...newAnswer('m', 0), state: 'streaming', text: 'so far' }],
    },
  ],
}

test('a talk is there again after a reload, and what was coming has stopped', () => {
  storeTalk(talk)
  const again = storedTalk()
  expect(again).toMatchObject({ text: 'half a question', turns: [{ answers: [{ state: 'stopped', text: 'so far' }] }] })
})

test('what cannot be read, or lacks something, is no trouble', () => {
  sessionStorage.setItem('ym.playground', '{')
  expect(storedTalk()).toEqual(NEW_TALK)
  sessionStorage.setItem('ym.playground', '{"text":"x","setup":{"model":"m"}}')
  expect(storedTalk()).toEqual({ ...NEW_TALK, text: 'x', setup: { ...NEW_TALK.setup, model: 'm' } })
})

test('it is forgotten when the session ends', () => {
  const stop = startSession()
  storeTalk(talk)
  tokens.keep({ access_token: 'a', refresh_token: 'r' })
  tokens.clear('left')
  expect(storedTalk()).toEqual(NEW_TALK)
  stop()
})
