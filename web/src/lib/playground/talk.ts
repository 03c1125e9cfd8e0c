import type { PlaygroundProtocol } from '../../../../src/core/play.ts'

/** What requests are made with; null leaves a setting to the model. */
export type Setup = {
  /** The key's id; null: the first that works. */
  key: string | null
  model: string | null
  /** The model beside it; null: none is compared. */
  second: string | null
  protocol: PlaygroundProtocol
  system: string
  temperature: number | null
  maxTokens: number | null
  stream: boolean
}

type AnswerState = 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed'

/** What a model said, as far as it came. */
export type Answer = {
  model: string
  state: AnswerState
  text: string
  thinking: string
  /** The request behind it, once its head has come. */
  requestId: string | null
  /** Why it failed. */
  error: string | null
  /** When it was asked for, and when the first of it came: epoch milliseconds of this browser. */
  askedAt: number
  firstAt: number | null
}

/** An answer nothing of which has come. */
export const newAnswer = (model: string, askedAt: number): Answer => ({
  model,
  state: 'waiting',
  text: '',
  thinking: '',
  requestId: null,
  error: null,
  askedAt,
  firstAt: null,
})

/** One question and what each model said to it. */
export type Turn = { id: string; asked: string; answers: readonly Answer[] }

/** Everything a visitor sees in the playground; `text` is not sent yet. */
export type Talk = { setup: Setup; text: string; turns: readonly Turn[] }

/** A talk nobody has begun; key and model are still to be chosen. */
export const NEW_TALK: Talk = {
  setup: {
    key: null,
    model: null,
    second: null,
    protocol: 'openai-chat',
    system: '',
    temperature: null,
    maxTokens: null,
    stream: true,
  },
  text: '',
  turns: [],
}

/** The models a question goes to. */
export const modelsOf = ({ model, second }: Pick<Setup, 'model' | 'second'>): string[] =>
  [model, second].filter((one) => one !== null)

/** Whether an answer is still coming. */
export const isOpen = ({ state }: Answer): boolean => state === 'waiting' || state === 'streaming'

/** A message of a conversation. */
export type Said = { role: 'user' | 'assistant'; text: string }

/** The conversation as the model in a place has seen it, before a turn (by default: all of them). What got no answer is left out. */
export function saidTo(place: number, turns: readonly Turn[]): Said[] {
  return turns.flatMap(({ asked, answers }): Said[] => {
    const text = (answers[place] ?? answers[0])?.text ?? ''
    return text === ''
      ? []
      : [
          { role: 'user', text: asked },
          { role: 'assistant', text },
        ]
  })
}

/** A turn with one of its answers changed. */
export function withAnswer(talk: Talk, at: { turn: string; place: number }, change: (answer: Answer) => Answer): Talk {
  const turns = talk.turns.map((turn) =>
    turn.id === at.turn
      ? { ...turn, answers: turn.answers.map((answer, place) => (place === at.place ? change(answer) : answer)) }
      : turn,
  )
  return { ...talk, turns }
}
