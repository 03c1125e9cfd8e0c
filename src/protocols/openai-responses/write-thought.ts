import type { Signature } from '../translate/conversation.ts'
import { seal } from '../translate/sealed.ts'
import type { Opened, Place } from './place.ts'

/** Shows thoughts as the summary of a reasoning item, which carries their signature. */
export function openThought(place: Place): Opened {
  const { at, done, text: begun } = place.begin('rs', { type: 'reasoning', summary: [] })
  const where = { ...at, summary_index: 0 }
  const delta = place.deltas('response.reasoning_summary_text.delta', where)
  let said = ''
  const begin = () =>
    said === '' ? place.tell('response.reasoning_summary_part.added', { ...where, part: partOf('') }) : ''
  const end = () =>
    place.tell('response.reasoning_summary_text.done', { ...where, text: said }) +
    place.tell('response.reasoning_summary_part.done', { ...where, part: partOf(said) })
  return {
    text: begun,
    shown: {
      delta(text) {
        const head = begin()
        said += text
        return head + delta(text)
      },
      close(signature) {
        const tail = said === '' ? '' : end()
        const encrypted = signature && { encrypted_content: encryptedBy(signature) }
        return tail + done({ summary: said === '' ? [] : [partOf(said)], ...encrypted })
      },
    },
  }
}

/** A reasoning item of no words, for the signature of the call that follows it. */
export function writeCallSignature(place: Place, signature: Signature): string {
  const { done, text } = place.begin('rs', { type: 'reasoning', summary: [] })
  return text + done({ encrypted_content: seal(signature, true) })
}

/** What is OpenAI's own stays as it is; what another vendor signed is marked, so that it is known when it comes back. */
function encryptedBy(signature: Signature): string {
  return signature.origin === 'openai-responses' ? signature.value : seal(signature)
}

function partOf(text: string) {
  return { type: 'summary_text', text }
}
