import { type Span, valueAt } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'

/** A model that an event about a session names: the one that answers, or the one that writes down what it hears. */
export type NamedModel = { role: 'talker' | 'transcriber'; name: string; span: Span }

/** Events that say what a session is or shall be, of either side; some vendors tell the past of what others ask (Together). */
export const SESSION_EVENT = /^(?:transcription_)?session\.(?:created|updated?)$/

/**
 * Where a session names its models (OpenAI's reference, "Realtime", `session.update` and the older `transcription_session.update`):
 * `session.model`, `session.audio.input.transcription.model`, formerly `session.input_audio_transcription.model`. vLLM has `model`
 * beside `session`.
 */
const ROLES: Readonly<Record<string, NamedModel['role']>> = {
  '': 'talker',
  session: 'talker',
  transcription: 'transcriber',
  input_audio_transcription: 'transcriber',
}

/** The objects that are gone into, each with the one it stands in. */
const WAY: Readonly<Record<string, string>> = {
  session: '',
  audio: 'session',
  input: 'audio',
  transcription: 'input',
  input_audio_transcription: 'session',
}

/**
 * The models that an event about a session names, all of a key that stands twice: which of them an upstream reads is not known.
 * None for any other event; null where it may be about a session and cannot be read: its type may stand behind what stops us, and
 * not an upstream.
 */
export function modelsNamed(event: Buffer): NamedModel[] | null {
  // An escape hides the word it stands in, one that JSON has not from all but lenient parsers.
  if (!event.includes('\\') && !(event.includes('session.') && event.includes('model'))) return []
  const named: NamedModel[] = []
  let isOfSession = false
  const isRead = walkJson(event, {
    step: (key, under) => {
      if (Object.hasOwn(WAY, key) && WAY[key] === under) return 'into'
      return (key === 'type' && under === '') || (key === 'model' && Object.hasOwn(ROLES, under)) ? 'take' : 'past'
    },
    taken(key, span, under) {
      const value = valueAt(event, span)
      if (typeof value !== 'string') return
      const role = ROLES[under]
      if (key === 'type') isOfSession ||= SESSION_EVENT.test(value)
      else if (role) named.push({ role, name: value, span })
    },
  })
  if (!isRead) return null
  return isOfSession ? named : []
}
