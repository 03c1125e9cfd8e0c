import type { Endpoints } from '../contract/all.ts'
import { MOST_PAIRS, type Statement, type StatementAmounts, STATEMENT_COLUMNS } from '../contract/statement.ts'
import { formatUsd, partOf } from '../core/money.ts'
import type { StatementLine } from '../store/statement.ts'
import { dateOf } from '../store/zone.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { exportFile, type FileAnswer } from './file.ts'
import { everybody, filterOf, requireYears } from './scope.ts'
import { exportOf } from './trail.ts'

/** What users were charged beside what it cost, for whoever keeps the accounts. */
export function statementHandlers(deps: Deps): Pick<Handlers, 'adminStatement' | 'adminExportStatement'> {
  return {
    adminStatement: async (call) => statementOf(await linesOf(call, false, deps)),
    adminExportStatement: (call) => exportStatement(call, deps),
  }
}

type PeriodCall = Call<Endpoints['adminStatement'] | Endpoints['adminExportStatement']>

function linesOf(call: PeriodCall, byMonth: boolean, { store }: Deps): Promise<StatementLine[]> {
  const { from, to, tz, user, model, provider } = call.query
  const filter = filterOf({ from, to, tz, user, model, provider }, everybody(call))
  if (byMonth) requireYears(filter)
  return store.usage.statement({ ...filter, zone: tz, byMonth })
}

function statementOf(lines: readonly StatementLine[]): Statement {
  const users = ranked(lines, ({ userId }) => userId)
  const models = ranked(lines, ({ model }) => model)
  return {
    total: amountsOf(lines),
    users: users.map(([id, own]) => ({ id, name: own[0]?.userName ?? id, ...amountsOf(own) })),
    models: models.map(([id, own]) => ({ id, ...amountsOf(own) })),
    pairs: lines.slice(0, MOST_PAIRS).map((line) => ({ user: line.userId, model: line.model, ...amountsOf([line]) })),
    left_out: Math.max(0, lines.length - MOST_PAIRS),
  }
}

/** Lines by what they have in common, those that were charged most first. */
function ranked(
  lines: readonly StatementLine[],
  keyOf: (line: StatementLine) => string,
): [id: string, own: StatementLine[]][] {
  const charged = (own: readonly StatementLine[]) => own.reduce((sum, line) => sum + line.chargedNanos, 0n)
  return [...Map.groupBy(lines, keyOf)]
    .map(([id, own]) => ({ id, own, sum: charged(own) }))
    .toSorted((a, b) => (a.sum === b.sum ? a.id.localeCompare(b.id) : a.sum > b.sum ? -1 : 1))
    .map(({ id, own }) => [id, own])
}

function amountsOf(lines: readonly StatementLine[]): StatementAmounts {
  let [requests, tokens, charged, upstream] = [0, 0, 0n, 0n]
  for (const line of lines) {
    requests += line.requests
    tokens += line.input + line.cacheRead + line.cacheWrite + line.output + line.media
    charged += line.chargedNanos
    upstream += line.upstreamNanos
  }
  const margin = charged - upstream
  return {
    requests,
    tokens,
    charged: formatUsd(charged),
    upstream_cost: formatUsd(upstream),
    margin: formatUsd(margin),
    margin_share: partOf(margin, charged),
  }
}

async function exportStatement(call: Call<Endpoints['adminExportStatement']>, deps: Deps): Promise<FileAnswer> {
  const { format, tz, from, to } = call.query
  const lines = await linesOf(call, true, deps)
  await deps.store.activity.record(exportOf(call, 'statement', format))
  const name = `yumen-statement_${dateOf(Date.parse(from), tz)}_${dateOf(Date.parse(to) - 1, tz)}`
  async function* rows() {
    for (const line of lines) {
      yield {
        month: line.month,
        timezone: tz,
        user_id: line.userId,
        user: line.userName,
        model: line.model,
        input: line.input,
        cache_read: line.cacheRead,
        cache_write: line.cacheWrite,
        output: line.output,
        media: line.media,
        ...amountsOf([line]),
      }
    }
  }
  return exportFile({ name, format, columns: STATEMENT_COLUMNS, rows: rows() })
}
