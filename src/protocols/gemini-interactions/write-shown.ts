import type { Json } from '../../core/json.ts'
import { argsOf } from '../gemini-generate/args.ts'
import { signatureFor, UNSIGNED } from '../gemini-generate/signature.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block } from '../translate/piece.ts'

/** A step of an answer that has begun: its number, the text of that, and how it grows. */
type Begun = { index: number; text: string; more(delta: Json): string }
/** Begins the next step. */
export type Begin = (step: Json) => Begun

/** A block that is being shown; what closes it is the step as it is kept, null for one that is none. */
export type Shown = {
  delta(text: string): string
  close(signature: Signature | null): { text: string; step: Json | null }
}

/** A text of an answer, and where it stands. */
export type Words = { index: number; part: { type: 'text'; text: string; annotations?: Json[] } }

/** Shows words, of which is told where they stand once there are any. */
export function showWords(begin: Begin, begun: (words: Words) => void): Shown {
  let step: Begun | null = null
  const part = { type: 'text' as const, text: '' }
  return {
    delta(text) {
      if (text === '') return ''
      part.text += text
      if (step) return step.more({ text, type: 'text' })
      step = begin({ type: 'model_output' })
      begun({ index: step.index, part })
      return step.text + step.more({ text, type: 'text' })
    },
    close: () => ({ text: '', step: step && { type: 'model_output', content: [part] } }),
  }
}

/** Shows thoughts, each with a signature: what nobody signed has what stands for one, as libraries find one with each. */
export function showThought(begin: Begin): Shown {
  let step: Begun | null = null
  let said = ''
  const told = (delta: Json) => {
    const head = step ? '' : (step = begin({ type: 'thought' })).text
    return head + step.more(delta)
  }
  return {
    delta(text) {
      said += text
      return text === '' ? '' : told({ type: 'thought_summary', content: { type: 'text', text } })
    },
    close(signed) {
      if (said === '' && !signed) return { text: '', step: null }
      const signature = signed ? signatureFor(signed) : UNSIGNED
      const summary = said !== '' && { summary: [{ type: 'text', text: said }] }
      return { text: told({ signature, type: 'thought_signature' }), step: { type: 'thought', signature, ...summary } }
    },
  }
}

type Call = Pick<Extract<Block, { kind: 'call' }>, 'name'> & { id: string }

/** Shows a call as it comes; its signature is told with its beginning, or at its end where it was not known before. */
export function showCall(begin: Begin, { id, name }: Call, known: Signature | null): Shown & { text: string } {
  const fields = { type: 'function_call', id, name, arguments: {} }
  const signed = (signature: Signature | null) => signature && { signature: signatureFor(signature) }
  const step = begin({ ...fields, ...signed(known) })
  let input = ''
  return {
    text: step.text,
    delta(text) {
      input += text
      return text === '' ? '' : step.more({ type: 'arguments_delta', arguments: text })
    },
    close(signature) {
      const args = argsOf(input)
      const late = known ? null : signed(signature)
      const text = late ? step.more({ type: 'arguments_delta', arguments: '', ...late }) : ''
      // Arguments that broke off are no call; why the answer ended says so.
      return { text, step: args ? { ...fields, arguments: args, ...signed(known ?? signature) } : null }
    },
  }
}

/** Shows a picture once it is whole. */
export function showPicture(begin: Begin, mime_type: string): Shown {
  let data = ''
  return {
    delta(base64) {
      data += base64
      return ''
    },
    close() {
      const step = begin({ type: 'model_output' })
      const part = { type: 'image', mime_type, data }
      return { text: step.text + step.more(part), step: { type: 'model_output', content: [part] } }
    },
  }
}
