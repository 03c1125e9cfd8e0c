import { DRAFT } from './draft-place.ts'
import { type Answer, isOpen, NEW_TALK, type Talk } from './talk.ts'

/** The talk this tab had last; a new one when there is none, or it cannot be read. */
export function storedTalk(): Talk {
  const text = sessionStorage.getItem(DRAFT)
  if (text === null) return NEW_TALK
  try {
    const kept = JSON.parse(text) as Partial<Talk>
    // Written by an older build, it may lack what this one has.
    const talk = { ...NEW_TALK, ...kept, setup: { ...NEW_TALK.setup, ...kept.setup } }
    return { ...talk, turns: talk.turns.map((turn) => ({ ...turn, answers: turn.answers.map(ended) })) }
  } catch {
    return NEW_TALK
  }
}

// Nobody waits for it any more.
const ended = (answer: Answer): Answer => (isOpen(answer) ? { ...answer, state: 'stopped' } : answer)

/** Keeps a talk for this tab, until the session ends. */
export function storeTalk(talk: Talk): void {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(talk))
  } catch (cause) {
    console.warn('the talk is too long to be kept', cause)
  }
}
