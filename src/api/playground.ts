import type { Endpoints } from '../contract/all.ts'
import type { ErrorBody } from '../contract/common.ts'
import type { GatewayError } from '../core/errors.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { storedKey } from './key-acts.ts'

/** Requests made in the console: the relay answers them as it would any client, with the id of the request beside. */
export function playgroundHandlers(deps: Deps): Pick<Handlers, 'playground'> {
  return { playground: (call) => playground(call, deps) }
}

async function playground(call: Call<Endpoints['playground']>, deps: Deps): Promise<Response> {
  const { key_id: keyId, ...asked } = call.body
  await storedKey({ userId: call.caller.user.id, id: keyId }, deps)
  const { ip, locale, signal } = call
  const result = await deps.play({ keyId, ...asked, ip, locale, signal })
  if (!result.ok) return refusal(result.error, result.requestId, call)
  const { status, headers, body } = result.answer
  return new Response(body, { status: seen(status), headers })
}

function refusal(error: GatewayError, requestId: string, { locale }: Call<Endpoints['playground']>): Response {
  const body: ErrorBody = { detail: error.in(locale), code: error.code, request_id: requestId }
  return Response.json(body, { status: seen(error.status), headers: { 'x-yumen-request-id': requestId } })
}

/** A 401 would say that the session has ended, and it is the key that was refused. */
function seen(status: number): number {
  return status === 401 ? 403 : status
}
