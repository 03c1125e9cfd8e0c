import { useQuery } from '@tanstack/react-query'
import { adminListKeys } from '../../../../src/contract/admin-keys.ts'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminSimulateRouting } from '../../../../src/contract/routing.ts'
import type { ProtocolId } from '../../../../src/core/protocol.ts'
import { call } from '../../lib/call.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { ask, keyOf } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useUser } from '../../lib/session.ts'

/** As many keys as a list gives at once. */
const MOST = 200
const USUAL: ProtocolId = 'openai-chat'
/** What the request may be made in, in the order of the menu; the address has it under `as`. */
export const PROTOCOLS = Object.keys(PROTOCOL_NAMES) as ProtocolId[]

/** A request that is planned and not made: who asks for what, kept in the address, and what would become of it. */
export function useSimulation() {
  const [search, change] = useSearchParams()
  const me = useUser()?.id
  const user = one(search, 'for') ?? me ?? ''
  const key = one(search, 'key') ?? null
  const model = one(search, 'ask') ?? null
  const protocol = PROTOCOLS.find((known) => known === one(search, 'as')) ?? USUAL
  const body = { ...(key === null ? { user_id: user } : { key_id: key }), model: model ?? '', protocol }
  const answer = useQuery({
    queryKey: [...keyOf(adminSimulateRouting), body],
    queryFn: ({ signal }) => call(adminSimulateRouting, { body, signal }),
    enabled: model !== null && user !== '',
    // What stands there must be of what was asked, not of what was asked before.
    placeholderData: () => undefined,
    staleTime: 0,
  })
  return {
    chosen: { user, key, model, protocol },
    keys: useQuery({ ...ask(adminListKeys, { query: { user, limit: MOST } }), enabled: user !== '' }).data?.items ?? [],
    models: useQuery(ask(adminListModels)).data?.items ?? [],
    answer,
    setUser: (id: string) => change({ for: id === me ? null : id, key: null }),
    setKey: (id: string | null) => change({ key: id }),
    setModel: (id: string) => change({ ask: id }),
    setProtocol: (id: string) => change({ as: id === USUAL ? null : id }),
  }
}
