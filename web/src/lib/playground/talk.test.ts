import { expect, test } from 'vitest'
import { type Answer, newAnswer, NEW_TALK, saidTo, type Turn, withAnswer } from './talk.ts'

const answer = (text: string, more: Partial<Answer> = {}): Answer => ({
  ...newAnswer('m', 0),
  state: 'done',
  text,
  ...more,
})
const turn = (id: string, ...answers: Answer[]): Turn => ({ id, asked: `${id}?`, answers })

test('each model has seen its own answers, and those of the first before it was there', () => {
  const turns = [turn('a', answer('1')), turn('b', answer('2'), answer('3'))]
  const texts = (place: number) => saidTo(place, turns).map(({ text }) => text)
  expect(texts(0)).toEqual(['a?', '1', 'b?', '2'])
  expect(texts(1)).toEqual(['a?', '1', 'b?', '3'])
})

test('a question that got no answer is not told again; half an answer counts', () => {
  const turns = [turn('a', answer('', { state: 'failed' })), turn('b', answer('half', { state: 'stopped' }))]
  expect(saidTo(0, turns).map(({ text }) => text)).toEqual(['b?', 'half'])
})

test('only the answer that is meant changes', () => {
  const talk = { ...NEW_TALK, turns: [turn('a', answer('1'), answer('2')), turn('b', answer('3'))] }
  const changed = withAnswer(talk, { turn: 'a', place: 1 }, (one) => ({ ...one, text: 'new' }))
  expect(changed.turns.map(({ answers }) => answers.map(({ text }) => text))).toEqual([['1', 'new'], ['3']])
  expect(changed.turns[1]).toBe(talk.turns[1])
})
