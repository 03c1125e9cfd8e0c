import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, parseExactly, textOr } from '../../core/json.ts'
import type { Codec } from './codec.ts'
import { toldError } from './told.ts'

/** What a caller is told of an upstream's refusal, as the upstream's own protocol reads it; `model` is the caller's name. */
export function refusedBy({ readError }: Pick<Codec, 'readError'>, model: string) {
  return (status: number, body: Buffer): GatewayError => {
    const document = documentOf(body)
    const error = readError(status, document)
    const words = error.message === '' ? wordsIn(document) : ''
    const said = words === '' ? error : readError(status, { error: { message: words } })
    return toldError(said, model) ?? new GatewayError('upstream_failed')
  }
}

/** What a server says that knows no envelope of errors: those made with FastAPI tell `detail`, some of them (Mistral) inside of the message. */
function wordsIn({ error, message, detail = asRecord(message).detail, msg }: Json = {}): string {
  if (Array.isArray(detail)) return detail.map(asRecord).map(faultOf).join('; ')
  return [error, message, detail, msg].map((said) => textOr(said, '')).find((said) => said !== '') ?? ''
}

/** A field that was refused, where it stands, and why. */
function faultOf({ loc, msg }: Json): string {
  const why = textOr(msg, '')
  return Array.isArray(loc) && loc.length > 0 ? `${loc.join('.')}: ${why}` : why
}

function documentOf(body: Buffer): Json | undefined {
  const value = parseExactly(body.toString('utf8'))
  // Google's OpenAI layer and its streams put an error into an array (wire.md §1.6).
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'object' && one !== null ? asRecord(one) : undefined
}
