import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { PROTOCOLS } from '../../../../src/core/protocol.ts'
import { curlCommand } from '../curl.ts'

/** Why what was asked cannot be asked again as it was. */
export type Obstacle = 'notKept' | 'noText' | 'cut' | 'redacted'

/** What was asked, word for word; or why that is not known. */
export function wholeRequest({
  path,
  bodies,
  request,
}: CaptureView): { path: string; body: string } | { why: Obstacle } {
  if (request === null || bodies !== 'kept') return { why: 'notKept' }
  if (request.text === '') return { why: 'noText' }
  if (request.cut) return { why: 'cut' }
  // The path is lacking in old rows alone, of which nobody knows whether something was taken out either.
  return request.redacted || path === null ? { why: 'redacted' } : { path, body: request.text }
}

/** Headers of the caller that change what is answered. */
const MATTERS = /^(?:anthropic-(?:version|beta)|openai-beta)$/

type Asked = Pick<RequestDetail, 'protocol' | 'stream'>

/** The command that asks a request again at an origin (without a trailing slash); or why there is none. */
export function curlAgain({ protocol, stream }: Asked, said: CaptureView, origin: string) {
  const whole = wholeRequest(said)
  if ('why' in whole) return whole
  const headers = Object.entries(said.request?.headers ?? {}).filter(([name]) => MATTERS.test(name))
  return {
    command: curlCommand({
      url: origin + whole.path,
      dialect: PROTOCOLS[protocol].dialect,
      stream,
      headers: Object.fromEntries(headers),
      body: whole.body,
    }),
  }
}
