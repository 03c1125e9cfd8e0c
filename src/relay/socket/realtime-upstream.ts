import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import type { TargetEntry } from '../../core/directory.ts'
import { STRAIGHT } from '../../core/line.ts'
import { SECOND_MS } from '../../core/time.ts'
import { withoutEndSlashes } from '../../core/paths.ts'
import { signalOf } from '../../core/stop.ts'
import { queryOnwards } from '../../protocols/query.ts'
import { onlyTranscribes } from '../../protocols/realtime/openai-realtime.ts'
import { descriptorOf } from '../../providers/all.ts'
import { headersFor } from '../../providers/provider.ts'
import { neverOpened, UpstreamFailure } from '../failure.ts'
import type { Exchange } from '../exchange.ts'
import { agentOver } from '../line/agent.ts'
import { isBlockedHost, isBlockedName } from '../wall.ts'

const MAX_FRAME_BYTES = 32 * 1024 * 1024
/** How long an upstream may take to open a conversation, the way to it included. */
const HANDSHAKE_MS = 10 * SECOND_MS

/**
 * Opens a candidate's end of a conversation, through the same wall as any call; throws an UpstreamFailure, of the class `status`
 * where the upstream is there and refuses this conversation.
 */
export async function openUpstream(
  target: TargetEntry,
  { query, headers, signal }: Pick<Exchange, 'query' | 'headers' | 'signal'>,
): Promise<WebSocket> {
  const { endpoint, provider, credential, timeouts } = target
  const url = new URL(`${withoutEndSlashes(endpoint.baseUrl).replace(/^http/, 'ws')}/realtime`)
  for (const [name, value] of queryOnwards('realtime', query)) url.searchParams.append(name, value)
  if (!onlyTranscribes(query)) url.searchParams.set('model', target.upstreamName)
  const { allowPrivate, line = STRAIGHT } = provider
  if (isBlockedHost(url.hostname, allowPrivate) || (line.proxy !== null && isBlockedName(url.hostname, allowPrivate)))
    throw new UpstreamFailure('blocked_address')
  const beta = headers['openai-beta']
  // No subprotocol: the key is in a header, and a server that answers none of them would be taken for one that refuses.
  const options = {
    headers: {
      ...headersFor(descriptorOf(provider.preset), endpoint.dialect, credential.secret),
      ...(typeof beta === 'string' && { 'openai-beta': beta }),
    },
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    agent: agentOver(line, { allowPrivate, secure: url.protocol === 'wss:', withinMs: timeouts.connectMs }),
  }
  const socket = begun(url, options)
  // What the upstream says at once waits in the socket until somebody listens.
  socket.once('open', () => socket.pause())
  let status = 0
  socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
    status = statusCode
    socket.terminate()
  })
  try {
    const late = AbortSignal.timeout(Math.min(HANDSHAKE_MS, timeouts.headersMs))
    await once(socket, 'open', { signal: AbortSignal.any([signalOf(signal), late]) })
    return socket
  } catch (cause) {
    socket.on('error', () => undefined)
    socket.terminate()
    throw status >= 400 && status < 500 ? new UpstreamFailure('status', { cause }) : neverOpened(cause)
  }
}

/** What may not be sent at all, or not over such a line, fails as what does not open. */
function begun(url: URL, options: ClientOptions): WebSocket {
  try {
    return new WebSocket(url, options)
  } catch (cause) {
    throw new UpstreamFailure('connect', { cause })
  }
}
