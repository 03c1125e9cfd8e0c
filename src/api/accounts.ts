import type { EntryView } from '../contract/accounts.ts'
import type { Endpoints } from '../contract/all.ts'
import { newId } from '../core/ids.ts'
import { formatUsd, parseUsd } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { EntryRefusal, NamedEntry } from '../store/accounts.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError, type ApiErrorCode, type FieldProblem, found, invalid } from './errors.ts'
import { accountOf } from './standing.ts'
import { activityByAdmin, auditOf } from './trail.ts'

type AccountHandlers = Pick<Handlers, 'adminListEntries' | 'adminBookEntry'>

/** Money into and out of accounts. */
export function accountHandlers(deps: Deps): AccountHandlers {
  return {
    adminListEntries: async ({ params, query }) => {
      found(await deps.store.userAdmin.existed(params.id))
      const page = await deps.store.accounts.entries(params.id, query)
      // Not as the relay counts it, which knows nothing of accounts that were deleted.
      const { credit, spent } = await deps.store.accounts.get(params.id)
      return { items: page.items.map(entryOf), next: page.next, balance: formatUsd(credit - spent) }
    },
    adminBookEntry: (call) => bookEntry(call, deps),
  }
}

const CODES: Record<EntryRefusal, ApiErrorCode> = { not_found: 'not_found', key_reused: 'idempotency_reused' }

async function bookEntry(call: Call<Endpoints['adminBookEntry']>, deps: Deps) {
  const { amount, kind, reason, idempotency_key: idempotencyKey } = call.body
  const userId = call.params.id
  const amountNanos = parseUsd(amount) ?? 0n
  requireSign(kind, amountNanos)
  const entry = {
    id: newId(deps.clock.now()),
    userId,
    kind,
    amountNanos,
    actorId: call.caller.user.id,
    reason,
    idempotencyKey,
    requestId: call.requestId,
  }
  const told = { kind, amount: formatUsd(amountNanos), reason }
  const audit = auditOf(call, {
    action: 'balance.changed',
    targetKind: 'user',
    targetId: userId,
    before: null,
    after: { entry: entry.id, ...told },
  })
  const activity = activityByAdmin(userId, 'balance.changed', told)
  const booked = await deps.store.accounts.book(entry, { activity, audit })
  if (!booked.ok) throw new ApiError(CODES[booked.refused])
  await deps.changed()
  const { credit, spent } = await accountOf(userId, deps)
  return { entry: entryOf(booked.value), balance: formatUsd(credit - spent) }
}

const NOT_NEGATIVE: FieldProblem = { zh: '充值和退款必须为正数', en: 'Top-ups and refunds must be positive' }
const NOT_POSITIVE: FieldProblem = { zh: '过期必须为负数', en: 'Expiries must be negative' }

function requireSign(kind: Call<Endpoints['adminBookEntry']>['body']['kind'], nanos: bigint): void {
  if ((kind === 'topup' || kind === 'refund') && nanos < 0n) throw invalid({ amount: NOT_NEGATIVE })
  if (kind === 'expire' && nanos > 0n) throw invalid({ amount: NOT_POSITIVE })
}

/** An entry as administrators see it. */
export function entryOf(entry: NamedEntry): EntryView {
  return {
    id: entry.id,
    kind: entry.kind,
    amount: formatUsd(entry.amountNanos),
    actor: entry.actorId === null ? null : { id: entry.actorId, name: entry.actorName ?? entry.actorId },
    reason: entry.reason,
    at: iso(entry.at),
  }
}
