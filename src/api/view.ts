import { z } from 'zod'
import { endpoints, type Endpoints } from '../contract/all.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { HOUR_MS, iso } from '../core/time.ts'
import type { Caller, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError, found } from './errors.ts'
import { activityByAdmin, auditOf } from './trail.ts'

/** The header whose token makes a call look through the eyes of a user. */
export const VIEW_HEADER = 'x-yumen-view'

const VIEW_MS = HOUR_MS
const AAD = 'view'

/** Who may look at whom, and until when; sealed, so that nobody makes one without leaving a row. */
const grant = z.strictObject({ family: z.string(), userId: z.string(), until: z.number() })

/** Lets administrators see the console as a user does. */
export function viewHandlers({ store, vault, clock }: Deps): Pick<Handlers, 'adminViewUser'> {
  return {
    adminViewUser: async (call) => {
      const { id } = call.params
      const user = found(await store.users.byId(id))
      found(await store.userAdmin.exists(id))
      if (user.role !== 'user') throw new ApiError('view_admin')
      const until = clock.now() + VIEW_MS
      const facts = { targetKind: 'user', targetId: id, before: null, after: { until: iso(until) } }
      await store.audit.record(
        auditOf(call, { action: 'user.viewed', ...facts }),
        activityByAdmin(id, 'account.viewed'),
      )
      const token = vault.envelope.seal(JSON.stringify({ family: call.caller.session.family, userId: id, until }), AAD)
      return { token, expires_at: iso(until) }
    },
  }
}

/** The caller as the user who is looked at: only what reads may be called, for what writes would be done in somebody else's name. */
export async function viewed(
  name: keyof Endpoints,
  token: string,
  { session }: Caller,
  { store, vault, clock }: Pick<Deps, 'store' | 'vault' | 'clock'>,
): Promise<Caller> {
  const given = grantOf(token, vault)
  if (!given || given.family !== session.family || given.until <= clock.now()) throw new ApiError('view_over')
  if (!isLook(name)) throw new ApiError('view_only')
  const user = await store.users.byId(given.userId)
  if (user?.role !== 'user' || !(await store.userAdmin.exists(user.id))) throw new ApiError('view_over')
  return { user, session }
}

/** Files leave a row in the name of whoever takes them out, feeds outlive the view, and what was said in a request is read where reading it is written down. */
function isLook(name: keyof Endpoints): boolean {
  const { who, method, file, stream }: Endpoint = endpoints[name]
  return who === 'user' && method === 'GET' && !file && !stream && name !== 'usageCapture'
}

function grantOf(token: string, { envelope }: Deps['vault']): z.infer<typeof grant> | undefined {
  try {
    return grant.parse(JSON.parse(envelope.open(token, AAD)))
  } catch {
    return undefined
  }
}
