import { asRecord, parseJson } from '../../core/json.ts'
import type { Block } from '../translate/piece.ts'
import type { Begun, Place, Shown } from './place.ts'
import { writeCallSignature } from './write-thought.ts'

type Call = Extract<Block, { kind: 'call' }>
type Told = Call & { form: Exclude<Call['form'], 'search'> }

const FORMS = {
  function: { prefix: 'fc', type: 'function_call', field: 'arguments', event: 'response.function_call_arguments' },
  custom: { prefix: 'ctc', type: 'custom_tool_call', field: 'input', event: 'response.custom_tool_call_input' },
}

/** Shows a call; of a search among the caller's tools it is told once, whole. */
export function openCall(place: Place, call: Call): Shown {
  const { form } = call
  return form === 'search' ? openSearch(place, call) : openTold(place, { ...call, form })
}

function openSearch(place: Place, { id }: Call): Shown {
  let input = ''
  return {
    delta(text) {
      input += text
      return ''
    },
    close(signature, status) {
      const head = signature ? writeCallSignature(place, signature) : ''
      const common = { type: 'tool_search_call', execution: 'client', call_id: id ?? place.idOf('call') }
      const { text, done } = place.begin('tsc', { ...common, status: 'in_progress', arguments: {} })
      return head + text + done({ status, arguments: asRecord(parseJson(input)) })
    },
  }
}

/**
 * Shows a call whose input is told as it comes. A signature goes before it, but is known only at its end: so its beginning waits for a second delta. The one
 * vendor that signs calls tells each of them at once.
 */
function openTold(place: Place, call: Told): Shown {
  const { event, field } = FORMS[call.form]
  let begun: BegunCall | null = null
  let input = ''
  return {
    delta(text) {
      const waited = input
      input += text
      if (begun) return begun.more(text)
      if (waited === '') return ''
      begun = beginCall(place, call)
      return begun.text + begun.more(waited) + begun.more(text)
    },
    close(signature, status) {
      let head = ''
      if (!begun) {
        head = signature ? writeCallSignature(place, signature) : ''
        begun = beginCall(place, call)
        // A function without arguments is called with an empty object: nothing at all is no JSON.
        if (call.form === 'function') input ||= '{}'
        head += begun.text + begun.more(input)
      }
      const done = { [field]: input }
      return head + place.tell(`${event}.done`, { ...begun.at, ...done }) + begun.done({ status, ...done })
    },
  }
}

type BegunCall = Begun & { more: (input: string) => string }

function beginCall(place: Place, { id, name, namespace, form }: Told): BegunCall {
  const { prefix, type, field, event } = FORMS[form]
  const begun = place.begin(prefix, {
    type,
    status: 'in_progress',
    call_id: id ?? place.idOf('call'),
    name,
    ...(namespace !== null && { namespace }),
    [field]: '',
  })
  const delta = place.deltas(`${event}.delta`, begun.at)
  return { ...begun, more: (input) => (input === '' ? '' : delta(input)) }
}
