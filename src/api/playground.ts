import type { Endpoints } from '../contract/all.ts'
import type { ErrorBody } from '../contract/common.ts'
import { GatewayError } from '../core/errors.ts'
import { asRecord, parseJson } from '../core/json.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { storedKey } from './key-acts.ts'

/** Requests made in the console: the relay answers them as it would any client. */
export function playgroundHandlers(deps: Deps): Pick<Handlers, 'playground'> {
  return { playground: (call) => playground(call, deps) }
}

const MAX_DETAIL = 2000

async function playground(call: Call<Endpoints['playground']>, deps: Deps): Promise<Response> {
  const { key_id: keyId, ...asked } = call.body
  await storedKey({ userId: call.caller.user.id, id: keyId }, deps)
  const { ip, locale, signal } = call
  const result = await deps.play({ keyId, ...asked, ip, locale, signal })
  if (!result.ok) {
    const { status, code } = result.error
    return refusal({ status, code, detail: result.error.in(locale) }, result.requestId)
  }
  const { status, headers, body } = result.answer
  if (status < 400) return new Response(body, { status, headers })
  const told = asRecord(asRecord(parseJson(await new Response(body).text())).error).message
  const detail = typeof told === 'string' ? told : new GatewayError('upstream_failed').in(locale)
  return refusal({ status, detail, code: 'upstream_rejected' }, result.requestId)
}

type Refused = { status: number; detail: string; code: string }

/** Whoever refused it, the console is told in one form, with the id of the request beside. */
function refusal({ status, detail, code }: Refused, requestId: string): Response {
  const body: ErrorBody = { detail: detail.slice(0, MAX_DETAIL), code, request_id: requestId }
  return Response.json(body, { status: seen(status), headers: { 'x-yumen-request-id': requestId } })
}

/** A 401 would say that the session has ended, and it is the key that was refused. */
function seen(status: number): number {
  return status === 401 ? 403 : status
}
