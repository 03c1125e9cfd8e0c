import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError } from '../call-error.ts'
import { randomName } from '../random-name.ts'
import { onSignOut } from '../session.ts'
import { askModel } from './ask-model.ts'
import { storedTalk, storeTalk } from './draft.ts'
import {
  type Answer,
  isOpen,
  modelsOf,
  newAnswer,
  saidTo,
  type Setup,
  type Talk,
  type Turn,
  withAnswer,
} from './talk.ts'

/** What comes is shown so often; an answer may come in a thousand pieces a second. */
const SHOWN_EVERY_MS = 50
const STORED_AFTER_MS = 300

/** A setup that can be sent. */
export type Ready = Setup & { key: string; model: string }

/** The talk of this tab, and what can be done with it; what still comes is stopped when the component goes. */
export function useTalk(wanted: Partial<Setup>) {
  const [talk, setTalk] = useState<Talk>(() => {
    const stored = storedTalk()
    return { ...stored, setup: { ...stored.setup, ...wanted } }
  })
  const stops = useRef(new Set<AbortController>())
  const stop = useCallback(() => {
    for (const one of stops.current) one.abort()
  }, [])
  useEffect(() => stop, [stop])
  useStored(talk)

  /** Asks a model for the answer in a place of a turn, which is the last of `turns`. */
  const ask = (turns: readonly Turn[], { place, model }: { place: number; model: string }, setup: Ready) => {
    const turn = turns.at(-1)
    if (!turn) return
    const change = (how: (answer: Answer) => Answer) => setTalk((now) => withAnswer(now, { turn: turn.id, place }, how))
    const controller = new AbortController()
    stops.current.add(controller)
    const { key, protocol, stream, system, temperature, maxTokens } = setup
    const said = [...saidTo(place, turns.slice(0, -1)), { role: 'user' as const, text: turn.asked }]
    const asked = { key, model, protocol, stream, system, temperature, maxTokens, said, signal: controller.signal }
    void follow(askModel(asked), controller.signal, change).finally(() => stops.current.delete(controller))
  }

  return {
    talk,
    busy: talk.turns.some(({ answers }) => answers.some(isOpen)),
    setText: (text: string) => setTalk((now) => ({ ...now, text })),
    change: (patch: Partial<Setup>) => setTalk((now) => ({ ...now, setup: { ...now.setup, ...patch } })),
    send(setup: Ready) {
      const asked = talk.text.trim()
      // The server knows no model without a name.
      if (asked === '' || setup.model === '') return
      const models = modelsOf(setup)
      const answers = models.map((model) => newAnswer(model, Date.now()))
      const turns = [...talk.turns, { id: randomName(), asked, answers }]
      setTalk({ ...talk, text: '', turns })
      for (const [place, model] of models.entries()) ask(turns, { place, model }, setup)
    },
    /** Asks for one answer of the last turn again, of the model that is chosen now; where none is any more, of the one that gave it. */
    retry(place: number, setup: Ready) {
      const last = talk.turns.at(-1)
      const model = modelsOf(setup)[place] ?? last?.answers[place]?.model
      if (!last || !model) return
      setTalk((now) => withAnswer(now, { turn: last.id, place }, () => newAnswer(model, Date.now())))
      ask(talk.turns, { place, model }, setup)
    },
    stop,
    clear: () => {
      stop()
      setTalk({ ...talk, text: '', turns: [] })
    },
  }
}

type Change = (how: (answer: Answer) => Answer) => void

/** Shows what comes of a question until it has ended, one way or another. */
async function follow(coming: ReturnType<typeof askModel>, signal: AbortSignal, change: Change): Promise<void> {
  let text = ''
  let thinking = ''
  const show = () => {
    const more = { text, thinking }
    text = ''
    thinking = ''
    if (more.text === '' && more.thinking === '') return
    change((now) => ({
      ...now,
      state: 'streaming',
      text: now.text + more.text,
      thinking: now.thinking + more.thinking,
      firstAt: now.firstAt ?? Date.now(),
    }))
  }
  const timer = setInterval(show, SHOWN_EVERY_MS)
  try {
    let failure: string | undefined
    for await (const piece of coming) {
      if ('requestId' in piece) {
        change((now) => ({ ...now, requestId: piece.requestId }))
        continue
      }
      text += piece.text ?? ''
      thinking += piece.thinking ?? ''
      failure ??= piece.error
    }
    show()
    change((now) => ({ ...now, state: failure === undefined ? 'done' : 'failed', error: failure ?? null }))
  } catch (error) {
    show()
    if (signal.aborted) change((now) => ({ ...now, state: 'stopped' }))
    else change((now) => ({ ...now, ...failed(error, now) }))
  } finally {
    clearInterval(timer)
  }
}

function failed(error: unknown, { requestId }: Answer): Pick<Answer, 'state' | 'error' | 'requestId'> {
  if (!(error instanceof CallError)) return { state: 'failed', error: '', requestId }
  return { state: 'failed', error: error.detail, requestId: error.requestId ?? requestId }
}

/** Keeps a talk for this tab while it changes, and as it is when the component goes; no more once its owner has signed out. */
function useStored(talk: Talk): void {
  const latest = useRef(talk)
  const over = useRef(false)
  useEffect(() => onSignOut(() => (over.current = true)), [])
  const store = useCallback(() => {
    if (!over.current) storeTalk(latest.current)
  }, [])
  useEffect(() => {
    latest.current = talk
    const timer = setTimeout(store, STORED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [talk, store])
  useEffect(() => store, [store])
}
