import type { RequestRecord } from '../core/records.ts'
import { formatUsd } from '../core/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { BillLine } from '../store/bills.ts'
import type { Store } from '../store/store.ts'
import { dateOf } from '../store/zone.ts'
import type { Happening } from './happening.ts'
import type { Auditing } from './operator.ts'
import { CAST_ZONE } from './rhythm.ts'
import { INCIDENTS } from './story.ts'
import type { Candidate } from './tell.ts'

type SettingChanges = Parameters<Store['settings']['change']>[0]

/** What operators decided, as they would with the console's settings. */
const DECISIONS: readonly { agoMs: number; before: SettingChanges; after: SettingChanges }[] = [
  { agoMs: 27 * DAY_MS, before: { 'retention.request_days': 90 }, after: { 'retention.request_days': 180 } },
  { agoMs: 10 * DAY_MS, before: { 'alerts.error_percent': 20 }, after: { 'alerts.error_percent': 15 } },
]

const BACKUP = { action: 'backup.made', targetKind: 'database', targetId: null } as const

/** What they did that changed nothing. */
const ACTS: readonly (Pick<AuditEntry, 'action' | 'targetKind' | 'targetId' | 'after'> & { agoMs: number })[] = [
  { agoMs: 21 * DAY_MS, ...BACKUP, after: { bytes: 6_406_144 } },
  { agoMs: 7 * DAY_MS, ...BACKUP, after: { bytes: 17_805_312 } },
  {
    agoMs: 44 * HOUR_MS,
    action: 'request.exported',
    targetKind: 'request',
    targetId: null,
    after: { what: 'all_requests', status: '5xx', format: 'csv', rows: 412 },
  },
]

type Desk = {
  store: Store
  auditing: Auditing
  /** When the demo began. */
  now: number
  providers: readonly Candidate[]
  records: readonly RequestRecord[]
}

/** What the operators of the demo did, and what they were told of, in the weeks before it began. */
export function operationsOf(desk: Desk): Happening[] {
  const { store, auditing } = desk
  const decisions = DECISIONS.map(({ agoMs, before, after }) => ({
    agoMs,
    happen: () => {
      const audit = auditing({ action: 'settings.changed', targetKind: 'settings', targetId: null, before, after })
      return store.settings.change(after, { ifVersion: undefined, trail: { audit } })
    },
  }))
  const acts = ACTS.map(({ agoMs, ...act }) => ({ agoMs, happen: () => store.audit.record(auditing(act)) }))
  return [...decisions, ...acts, ...alertsOf(desk), ...billsOf(desk)]
}

/** How long a bad time lasted before operators were told of it, and of its end. */
const NOTICED_MS = 12 * MINUTE_MS

/** Bad times, in each of which another provider could not be asked. */
function alertsOf({ store, providers }: Desk): Happening[] {
  return INCIDENTS.flatMap(({ fromHours, toHours }, index) => {
    const provider = providers[index]
    if (!provider) return []
    const facts = { provider: provider.name, provider_id: provider.id }
    const opened = Promise.withResolvers<string>()
    const open = async () => {
      const alert = await store.alerts.fire({ rule: 'provider_down', subject: provider.id, facts }, false)
      opened.resolve(alert?.id ?? '')
    }
    return [
      { agoMs: fromHours * HOUR_MS - NOTICED_MS, happen: open },
      { agoMs: toHours * HOUR_MS - NOTICED_MS, happen: async () => store.alerts.resolve(await opened.promise) },
    ]
  })
}

/** What a provider billed of what was reckoned, in thousandths: of a model by its id, or of all others. */
type Billed = Readonly<Record<string, bigint>> & { others: bigint }

/** The last of the cast has billed nothing yet. */
const BILLED: Readonly<Record<string, Billed>> = {
  'demo-anthropic': { others: 1002n },
  'demo-openai': { others: 1000n },
  'demo-bailian': { others: 1000n, 'glm-5.3': 1083n },
}

/** Little was asked for since, as what was is part of no bill. */
const BILLED_AGO_MS = 15 * MINUTE_MS

/** The bills of some providers, one of which asks for more than was reckoned. */
function billsOf({ store, auditing, now, providers, records }: Desk): Happening[] {
  return providers.flatMap(({ id, slug }, index) => {
    const agoMs = BILLED_AGO_MS - index * MINUTE_MS
    const own = records.filter(({ at, providerId }) => providerId === id && at < now - agoMs)
    const lines = linesOf(own, BILLED[slug])
    const days = lines.map(({ day }) => day).toSorted()
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return []
    const total = formatUsd(lines.reduce((sum, { amountNanos }) => sum + amountNanos, 0n))
    const happen = () => {
      const after = { first, last, lines: lines.length, total }
      const audit = auditing({ action: 'provider.bill_imported', targetKind: 'provider', targetId: id, after })
      return store.bills.replace(id, { span: { first, last }, lines }, { audit })
    }
    return [{ agoMs, happen }]
  })
}

/** A line for each day and model; none of who billed nothing. */
function linesOf(records: readonly RequestRecord[], parts: Billed | undefined): BillLine[] {
  if (!parts) return []
  const groups = Map.groupBy(records, ({ at, model }) => `${dateOf(at, CAST_ZONE)} ${model}`)
  return [...groups].map(([name, some]) => {
    const [day = '', model = ''] = name.split(' ')
    const nanos = some.reduce((sum, { upstreamCostNanos }) => sum + upstreamCostNanos, 0n)
    return { day, model, amountNanos: (nanos * (parts[model] ?? parts.others)) / 1000n }
  })
}
