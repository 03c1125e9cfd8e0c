import { valueAt } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'

/**
 * Whether an event is of a type, however that is written and wherever it stands: of a key that stands twice it is not known which an
 * upstream reads. One that cannot be read is taken for it where it has the word.
 */
export function isEvent(event: Buffer, type: string): boolean {
  const isPlain = event.includes(type)
  // A letter that is written as an escape hides the word it stands in.
  if (!isPlain && !event.includes('\\u')) return false
  let is = false
  const isRead = walkJson(event, {
    step: (key, under) => (key === 'type' && under === '' ? 'take' : 'past'),
    taken(_key, span) {
      is ||= valueAt(event, span) === type
    },
  })
  return is || (!isRead && isPlain)
}
