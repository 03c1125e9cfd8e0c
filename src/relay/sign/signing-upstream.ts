import { SECOND_MS, type Clock } from '../../core/time.ts'
import type { Stop } from '../../core/stop.ts'
import { abortClass, UpstreamFailure } from '../failure.ts'
import type { Upstream, UpstreamRequest } from '../upstream.ts'
import { awsKeyOf, awsSignature } from './aws-signature.ts'
import { createGoogleTokens, type Shop } from './google-tokens.ts'

const SHOP_MS = 10 * SECOND_MS
const MAX_TOKEN_BYTES = 64 * 1024

/** An upstream whose requests are signed on their way, where their credential is not shown as it is; access tokens are bought through the same wall. */
export function signingUpstream(upstream: Upstream, clock: Clock): Upstream {
  const tokens = createGoogleTokens(clock.now)
  async function signed(
    request: UpstreamRequest,
    { how, secret }: NonNullable<UpstreamRequest['signing']>,
  ): Promise<Record<string, string>> {
    const { url } = request
    switch (how.kind) {
      case 'google':
        return { authorization: `Bearer ${await tokens(secret, shopAt(upstream, request))}` }
      case 'aws': {
        const key = awsKeyOf(secret)
        if (!key) return { authorization: `Bearer ${secret}` }
        const { body } = request
        // AWS signs the whole of a body, and nothing that takes forms is asked there.
        if (body && !(body instanceof Uint8Array)) throw new UpstreamFailure('credential')
        return awsSignature({ ...request, body, key, region: regionOf(url), service: how.service, now: clock.now() })
      }
    }
    return how satisfies never
  }
  const sendSigned: Upstream['send'] = async (request, withinMs, signal) => {
    const startedMs = clock.monotonicMs()
    const shown = request.signing && (await unlessCalledOff(signed(request, request.signing), signal))
    const headers = { ...request.headers, ...shown }
    const leftMs = Math.max(0, withinMs - (clock.monotonicMs() - startedMs))
    const answer = await upstream.send({ ...request, headers }, leftMs, signal)
    if (request.signing?.how.kind !== 'google') return answer
    const token = shown?.['authorization']?.replace(/^Bearer /, '') ?? ''
    // A token may end before its time: where the clock was set back, or its vendor took it back.
    if (answer.status === 401) tokens.refused(request.signing.secret, token)
    answer.shown = token
    return answer
  }
  return {
    send: (...call) => (call[0].signing ? sendSigned(...call) : upstream.send(...call)),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  }
}

/** A purchase goes on for those who wait with them, but whoever leaves does not wait for it. */
async function unlessCalledOff<T>(work: Promise<T>, signal: Stop): Promise<T> {
  const calledOff = Promise.withResolvers<never>()
  const onGone = () => calledOff.reject(new UpstreamFailure(abortClass(signal)))
  signal.addEventListener('abort', onGone, { once: true })
  try {
    return await Promise.race([work, calledOff.promise])
  } finally {
    signal.removeEventListener('abort', onGone)
  }
}

const REGION = /^[a-z]{2,4}(?:-[a-z]+)+-\d+$/

/** `bedrock-runtime.us-east-1.amazonaws.com`: AWS writes the region behind the service, and whose endpoint it is before both. */
function regionOf({ hostname }: URL): string {
  return hostname.split('.').findLast((label) => REGION.test(label)) ?? 'us-east-1'
}

/** Many requests wait for one purchase, so that none of them may call it off. */
function shopAt(upstream: Upstream, { allowPrivate, line }: Pick<UpstreamRequest, 'allowPrivate' | 'line'>): Shop {
  return async (url, form) => {
    if (url.protocol !== 'https:' && !allowPrivate) throw new UpstreamFailure('blocked_address')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const body = Buffer.from(form)
    const signal = AbortSignal.timeout(SHOP_MS)
    const answer = await upstream.send({ method: 'POST', url, headers, body, allowPrivate, line }, SHOP_MS, signal)
    const parts: Buffer[] = []
    let size = 0
    for (let chunk = await answer.next(SHOP_MS, 'idle_timeout'); chunk;) {
      parts.push(chunk)
      size += chunk.length
      if (size > MAX_TOKEN_BYTES) answer.cancel('too_large')
      chunk = await answer.next(SHOP_MS, 'idle_timeout')
    }
    return { status: answer.status, body: Buffer.concat(parts).toString('utf8') }
  }
}
