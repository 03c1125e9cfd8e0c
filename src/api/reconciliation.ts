import type { Endpoints } from '../contract/all.ts'
import { RECONCILE_COLUMNS, type ReconcileBy, type ReconciledRow } from '../contract/reconciliation.ts'
import { formatUsd } from '../core/money.ts'
import type { BillLine, BillSpan } from '../store/bills.ts'
import type { Reconciled, ReconcileBy as Told } from '../store/reconcile.ts'
import { dateOf } from '../store/zone.ts'
import { readBillCsv } from './bill-csv.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { found } from './errors.ts'
import { exportFile, type FileAnswer } from './file.ts'
import { everybody, filterOf, requireYears } from './scope.ts'
import { auditOf, exportOf } from './trail.ts'

type ReconciliationHandlers = Pick<
  Handlers,
  'adminReconcile' | 'adminExportReconciliation' | 'adminImportBill' | 'adminDeleteBill'
>

/** What providers billed beside what the gateway reckoned. */
export function reconciliationHandlers(deps: Deps): ReconciliationHandlers {
  return {
    adminReconcile: async (call) => ({ items: (await rowsOf(call, TOLD[call.query.by], deps)).map(rowOf), next: null }),
    adminExportReconciliation: (call) => exportRows(call, deps),
    adminImportBill: (call) => importBill(call, deps),
    adminDeleteBill: async (call) => {
      await replace(call, { span: call.query, lines: [] }, deps)
      return null
    },
  }
}

const TOLD: Readonly<Record<ReconcileBy, Told>> = {
  provider: { day: false, model: false },
  day: { day: true, model: false },
  model: { day: false, model: true },
}

type PeriodCall = Call<Endpoints['adminReconcile'] | Endpoints['adminExportReconciliation']>

async function rowsOf(call: PeriodCall, by: Told, { store }: Deps): Promise<Reconciled[]> {
  const { from, to, providers } = filterOf(call.query, everybody(call))
  if (by.day) requireYears({ from, to })
  return store.bills.reconcile({ from, to, providers, zone: call.query.tz, by })
}

function rowOf({ providerId, providerName, recordedNanos, billed, ...row }: Reconciled): ReconciledRow {
  return {
    provider: { id: providerId, name: providerName },
    day: row.day,
    model: row.model,
    requests: row.requests,
    recorded: formatUsd(recordedNanos),
    billed: billed && { amount: formatUsd(billed.nanos), first: billed.first, last: billed.last },
    difference: billed && formatUsd(billed.nanos - recordedNanos),
  }
}

async function exportRows(call: Call<Endpoints['adminExportReconciliation']>, deps: Deps): Promise<FileAnswer> {
  const { format, tz, from, to } = call.query
  const rows = await rowsOf(call, { day: true, model: true }, deps)
  await deps.store.activity.record(exportOf(call, 'reconciliation', format))
  const name = `yumen-reconciliation_${dateOf(Date.parse(from), tz)}_${dateOf(Date.parse(to) - 1, tz)}`
  async function* cells() {
    for (const row of rows.map(rowOf)) {
      const { provider, billed, ...rest } = row
      yield { ...rest, timezone: tz, provider: provider.name, billed: billed?.amount ?? null }
    }
  }
  return exportFile({ name, format, columns: RECONCILE_COLUMNS, rows: cells() })
}

async function importBill(call: Call<Endpoints['adminImportBill']>, deps: Deps) {
  const { csv, dry_run: dryRun } = call.body
  const { lines: read, problems } = readBillCsv(csv, call.locale)
  const names = await deps.store.bills.modelNames(call.params.id)
  const models = new Set(names.values())
  const lines = merged(read.map((line) => ({ ...line, model: names.get(line.model) ?? line.model })))
  const span = spanOf(lines)
  const applied = !dryRun && problems.length === 0 && span !== null
  if (applied) await replace(call, { span, lines }, deps)
  else found(await deps.store.providers.get(call.params.id))
  return {
    lines: lines.length,
    total: totalOf(lines),
    first: span?.first ?? null,
    last: span?.last ?? null,
    unknown_models: [...new Set(lines.map(({ model }) => model))].filter((model) => model !== '' && !models.has(model)),
    problems,
    applied,
  }
}

/** Two upstream names of one model are one line a day. */
function merged(lines: readonly BillLine[]): BillLine[] {
  const groups = Map.groupBy(lines, ({ day, model }) => JSON.stringify([day, model]))
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ ...first, amountNanos: own.reduce((sum, { amountNanos }) => sum + amountNanos, 0n) }] : []
  })
}

/** The days a bill is of: a month is all of its days. */
function spanOf(lines: readonly BillLine[]): BillSpan | null {
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const ends = lines.map(({ day }) => (day.length > 7 ? day : lastDayOf(day))).toSorted()
  return { first: first.length > 7 ? first : `${first}-01`, last: ends.at(-1) ?? last }
}

function lastDayOf(month: string): string {
  const at = Temporal.PlainYearMonth.from(month)
  return at.toPlainDate({ day: at.daysInMonth }).toString()
}

const totalOf = (lines: readonly BillLine[]) => formatUsd(lines.reduce((sum, line) => sum + line.amountNanos, 0n))

type BillCall = Call<Endpoints['adminImportBill'] | Endpoints['adminDeleteBill']>

async function replace(
  call: BillCall,
  given: { span: BillSpan; lines: readonly BillLine[] },
  deps: Deps,
): Promise<void> {
  const { span, lines } = given
  const audit = auditOf(call, {
    action: lines.length === 0 ? 'provider.bill_removed' : 'provider.bill_imported',
    targetKind: 'provider',
    targetId: call.params.id,
    before: null,
    after: { first: span.first, last: span.last, lines: lines.length, total: totalOf(lines) },
  })
  const { ok } = await deps.store.bills.replace(call.params.id, given, { audit })
  found(ok)
}
