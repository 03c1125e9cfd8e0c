import { useQuery } from '@tanstack/react-query'
import { adminListKeys } from '../../../../src/contract/admin-keys.ts'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminSimulateRouting } from '../../../../src/contract/routing.ts'
import type { ProtocolId } from '../../../../src/core/protocol.ts'
import { call } from '../../lib/call.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { ask, keyOf } from '../../lib/query.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { one, type SearchPatch, useSearchParams } from '../../lib/search-params.ts'
import { useUser } from '../../lib/session.ts'
import { useFill } from './use-fill.ts'

/** As many keys as a list gives at once. */
const MOST = 200
const USUAL: ProtocolId = 'openai-chat'
/** What the request may be made in, in the order of the menu; the address has it under `as`. */
export const PROTOCOLS = Object.keys(PROTOCOL_NAMES) as ProtocolId[]

/** A request that is planned and not made: who asks for what, kept in the address, and what would become of it. */
export function useSimulation(settings: Settings, drafted: boolean) {
  const [search, write] = useSearchParams()
  // What was changed is that request no more.
  const change = (patch: SearchPatch) => write({ ...patch, like: null })
  const me = useUser()?.id
  const user = one(search, 'for') ?? me ?? ''
  const key = one(search, 'key') ?? null
  const model = one(search, 'ask') ?? null
  const protocol = PROTOCOLS.find((known) => known === one(search, 'as')) ?? USUAL
  const stream = one(search, 'stream') !== '0'
  const session = one(search, 'session') ?? ''
  const tokens = one(search, 'tokens') ?? ''
  const inputTokens = wholeNumber(tokens)
  const tried = drafted ? triedOf(settings) : {}
  const body = {
    ...(key === null ? { user_id: user } : { key_id: key }),
    model: model ?? '',
    protocol,
    stream,
    ...(session.trim() !== '' && { session: session.trim() }),
    ...(Number.isInteger(inputTokens) && inputTokens <= MOST_TOKENS && { input_tokens: inputTokens }),
    ...(Object.keys(tried).length > 0 && { settings: tried }),
  }
  const answer = useQuery({
    // What was saved meanwhile makes another answer.
    queryKey: [...keyOf(adminSimulateRouting), body, settings.query.data?.version],
    queryFn: ({ signal }) => call(adminSimulateRouting, { body, signal }),
    enabled: model !== null && user !== '',
    staleTime: 0,
  })
  return {
    /** The request that it is filled from; null: none, or it was changed since. */
    like: one(search, 'like') ?? null,
    filling: useFill({ user: one(search, 'for'), key: one(search, 'key'), model: one(search, 'ask') }, write),
    chosen: { user, key, model, protocol, stream, session, tokens },
    keys: useQuery({ ...ask(adminListKeys, { query: { user, limit: MOST } }), enabled: user !== '' }).data?.items ?? [],
    models: useQuery(ask(adminListModels)).data?.items ?? [],
    answer,
    setUser: (id: string) => change({ for: id === me ? null : id, key: null }),
    setKey: (id: string | null) => change({ key: id }),
    setModel: (id: string) => change({ ask: id }),
    setStream: (on: boolean) => change({ stream: on ? null : '0' }),
    // A conversation is none of what a request is known by here.
    setSession: (text: string) => write({ session: text === '' ? null : text }),
    setTokens: (text: string) => change({ tokens: text === '' ? null : text }),
    setProtocol: (id: string) => change({ as: id === USUAL ? null : id }),
  }
}

/** As much as the server takes. */
const MOST_TOKENS = 100_000_000

const TRIED = ['relay.strategy', 'relay.affinity_minutes', 'relay.max_attempts'] as const

/** What of the draft decides who would be asked; what cannot be saved is not tried either. */
function triedOf({ changes }: Settings): Partial<Record<(typeof TRIED)[number], never>> {
  const tried = changes.filter(({ key, value }) => value !== undefined && TRIED.some((one) => one === key))
  return Object.fromEntries(tried.map(({ key, value }) => [key, value]))
}
