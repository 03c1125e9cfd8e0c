import type { RequestRow } from '../../../../src/contract/usage.ts'

/** The search parameters of a simulated request on the routing tab; `like` is the id of the request they are of. */
export const SIMULATED = ['for', 'key', 'ask', 'as', 'stream', 'session', 'tokens', 'like'] as const

type Like = Pick<RequestRow, 'id' | 'user' | 'key' | 'model' | 'model_asked' | 'protocol' | 'stream' | 'usage'>

/** The search parameters under which the routing tab plans a request again. What its client called the conversation does not stand in its row. */
export function simulateLike({ id, user, key, model, model_asked: asked, protocol, stream, usage }: Like) {
  const tokens = usage.input + usage.cache_read + usage.cache_write_5m + usage.cache_write_1h
  return {
    tab: 'routing',
    ...(user && { for: user.id }),
    key: key.id,
    ask: model ?? asked,
    as: protocol,
    ...(!stream && { stream: '0' }),
    ...(tokens > 0 && { tokens: String(tokens) }),
    like: id,
  }
}
