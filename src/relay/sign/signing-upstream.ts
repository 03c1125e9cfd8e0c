import { SECOND_MS, type Clock } from '../../core/time.ts'
import { UpstreamFailure } from '../failure.ts'
import type { Upstream, UpstreamRequest } from '../upstream.ts'
import { awsKeyOf, awsSignature } from './aws-signature.ts'
import { createGoogleTokens, type Shop } from './google-tokens.ts'

const SHOP_MS = 10 * SECOND_MS
const MAX_TOKEN_BYTES = 64 * 1024

/** An upstream whose requests are signed on their way, where their credential is not shown as it is; access tokens are bought through the same wall. */
export function signingUpstream(upstream: Upstream, clock: Clock): Upstream {
  const tokens = createGoogleTokens(clock.now)
  async function signed(request: UpstreamRequest): Promise<Record<string, string>> {
    const { signing, url, allowPrivate } = request
    if (!signing) return {}
    const { how, secret } = signing
    switch (how.kind) {
      case 'google':
        return { authorization: `Bearer ${await tokens(secret, shopAt(upstream, allowPrivate))}` }
      case 'aws': {
        const key = awsKeyOf(secret)
        if (!key) return { authorization: `Bearer ${secret}` }
        return awsSignature({ ...request, key, region: regionOf(url), service: how.service, now: clock.now() })
      }
    }
    return how satisfies never
  }
  return {
    async send(request, withinMs, signal) {
      const startedMs = clock.monotonicMs()
      const headers = { ...request.headers, ...(await signed(request)) }
      const leftMs = Math.max(0, withinMs - (clock.monotonicMs() - startedMs))
      return upstream.send({ ...request, headers }, leftMs, signal)
    },
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  }
}

/** `bedrock-runtime.us-east-1.amazonaws.com`: AWS writes the region behind the service. */
function regionOf({ hostname }: URL): string {
  return /^[^.]+\.([a-z]{2}(?:-[a-z0-9]+)+)\./.exec(hostname)?.[1] ?? 'us-east-1'
}

/** Many requests wait for one purchase, so that none of them may call it off. */
function shopAt(upstream: Upstream, allowPrivate: boolean): Shop {
  return async (url, form) => {
    if (url.protocol !== 'https:' && !allowPrivate) throw new UpstreamFailure('blocked_address')
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const body = Buffer.from(form)
    const signal = AbortSignal.timeout(SHOP_MS)
    const answer = await upstream.send({ method: 'POST', url, headers, body, allowPrivate }, SHOP_MS, signal)
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
