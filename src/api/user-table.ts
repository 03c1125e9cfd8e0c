import { z } from 'zod'
import type { importedUser } from '../contract/admin-users.ts'
import type { Endpoints } from '../contract/all.ts'
import { email } from '../contract/common.ts'
import { BILLINGS, ROLES } from '../contract/users.ts'
import type { Locale } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { formatUsd } from '../core/money.ts'
import type { ListedUser } from '../store/user-view.ts'
import { zonedTime } from '../store/zone.ts'
import { faultFields } from '../telemetry/log.ts'
import { oneTimePassword } from '../vault/passwords.ts'
import { boundsIn } from './account-bounds.ts'
import { filterOf } from './admin-users.ts'
import { apiErrorOf, isFault } from './api-error-of.ts'
import { BOUND_COLUMNS, boundCells, boundFields, boundsOfCells } from './bound-cells.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import { betweenCells, readCsv, TORN_QUOTE } from './csv.ts'
import type { Deps } from './deps.ts'
import { ApiError, invalid, said } from './errors.ts'
import { parseFields } from './fields.ts'
import { exportFile, type FileAnswer, inSlices } from './file.ts'
import { startingLimits } from './limit-json.ts'
import { accountOf } from './standing.ts'
import type { Throttle } from './throttle.ts'
import { activityByAdmin, auditOf, massExportOf } from './trail.ts'
import { NO_GROUP } from './user-acts.ts'

type UserTableHandlers = Pick<Handlers, 'adminExportUsers' | 'adminImportUsers'>

/** Accounts out of and into a table. */
export function userTableHandlers(deps: Deps, throttle: Throttle): UserTableHandlers {
  return {
    adminExportUsers: (call) => exportUsers(call, deps),
    adminImportUsers: (call) => importUsers(call, { ...deps, throttle }),
  }
}

const FACTS = ['id', 'email', 'name', 'role', 'status', 'group', 'billing', 'note']
const FIGURES = ['credit', 'spent', 'month_requests', 'month_cost', 'created_at', 'time_zone']

async function exportUsers(call: Call<Endpoints['adminExportUsers']>, deps: Deps): Promise<FileAnswer> {
  const { userAdmin, providers, audit } = deps.store
  const { format } = call.query
  const choice = await filterOf(call.query, deps)
  const { zone } = choice
  const chosen = await userAdmin.order(choice)
  await audit.record(...massExportOf(call, 'users', { format, query: call.query, rows: chosen.length }))
  async function* rows() {
    const slugs = new Map((await providers.list()).map(({ id, slug }) => [id, slug]))
    const users = inSlices(chosen, (ids, limit) => userAdmin.list({ ids, zone, limit }))
    for await (const user of users) yield cellsOf(user, { slugs, zone }, deps)
  }
  const columns = [...FACTS, ...BOUND_COLUMNS, ...FIGURES]
  return exportFile({ name: 'yumen-users', format, columns, rows: rows() })
}

type Reading = { slugs: ReadonlyMap<string, string>; zone: string }

async function cellsOf(user: ListedUser, { slugs, zone }: Reading, deps: Deps) {
  const { id, email: address, name, role, status, groupName, billing, note, month } = user
  const { credit, spent } = await accountOf(id, deps)
  return {
    id,
    email: address,
    name,
    role,
    status,
    group: groupName,
    billing,
    note,
    ...boundCells(user, await deps.limitState('user', id), slugs),
    credit: formatUsd(credit),
    spent: formatUsd(spent),
    month_requests: month.requests,
    month_cost: formatUsd(month.costNanos),
    created_at: zonedTime(user.createdAt, zone),
    time_zone: zone,
  }
}

/** Each row costs a password hash. */
const MOST_ROWS = 200

const line = z.strictObject({
  email,
  name: z.string().trim().min(1).max(64),
  role: z.enum(ROLES).default('user'),
  group: z.string().trim().max(64).optional(),
  billing: z.enum(BILLINGS).default('unlimited'),
  note: z.string().trim().max(500).default(''),
  ...boundFields,
})

type Imported = z.infer<typeof importedUser>
type ImportCall = Call<Endpoints['adminImportUsers']>

async function importUsers(call: ImportCall, deps: Deps & Asking) {
  const { csv, dry_run: dryRun, password } = call.body
  const table = tableOf(csv)
  if (!dryRun && table.some(({ cells }) => cells['role'] === 'admin')) await requireConsent(password, call, deps)
  const groups = new Map((await deps.store.groups.list()).map((group) => [group.name, group.id]))
  const seen = new Set<string>()
  const rows: Imported[] = []
  let created = 0
  for (const { line: at, cells } of table) {
    const row: Imported = { line: at, email: cells['email'] ?? '', name: cells['name'] ?? '', ...NOTHING }
    rows.push(row)
    try {
      const user = await checked(cells, { groups, seen }, deps)
      if (dryRun) continue
      row.one_time_password = await addUser(user, call, deps)
      created += 1
    } catch (cause) {
      // The passwords of the rows before are in this answer only.
      const error = apiErrorOf(cause)
      if (isFault(error)) deps.log.error('an account was not imported', faultFields(cause))
      row.problem = { code: error.code, detail: detailOf(error, call.locale) }
    }
  }
  if (created > 0) await deps.changed()
  return { rows, created }
}

/** Why a row is refused: what is wrong with one cell, or with each of several by its column. */
function detailOf(error: ApiError, locale: Locale): string {
  const problems = Object.entries(error.fields ?? {})
  if (problems.length < 2) return error.in(locale)
  const [is, and] = locale === 'en' ? [': ', '; '] : ['：', '；']
  return problems.map(([column, problem]) => `${column}${is}${said(problem, locale)}`).join(and)
}

const NOTHING = { problem: null, one_time_password: null }

/** The rows under the heading, each cell by its column; empty cells say nothing. */
function tableOf(csv: string): { line: number; cells: Record<string, string> }[] {
  const read = readCsv(csv, betweenCells(csv))
  if (!read.rows) {
    const { zh, en } = TORN_QUOTE
    throw invalid({ csv: { zh: `第 ${read.tornAt} 行：${zh}`, en: `Line ${read.tornAt}: ${en}` } })
  }
  const [heading, ...rows] = read.rows
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase())
  const unknown = names.filter((name, at) => !Object.hasOwn(line.shape, name) || names.indexOf(name) < at)
  if (unknown.length > 0 || !names.includes('email') || !names.includes('name')) {
    const columns = Object.keys(line.shape).join(', ')
    throw invalid({ csv: { zh: `首行应为列名：${columns}`, en: `The first line must name the columns: ${columns}` } })
  }
  if (rows.length > MOST_ROWS) {
    throw invalid({ csv: { zh: `一次最多 ${MOST_ROWS} 行`, en: `At most ${MOST_ROWS} rows at once` } })
  }
  return rows.map((row) => {
    const cells = row.cells.flatMap((cell, n) => (cell.trim() === '' ? [] : [[names[n] ?? `column ${n + 1}`, cell]]))
    return { line: row.line, cells: Object.fromEntries(cells) as Record<string, string> }
  })
}

type Known = { groups: ReadonlyMap<string, string>; seen: Set<string> }
type Checked = Omit<z.output<typeof line>, 'group'> & { groupId: string | undefined }

async function checked(cells: Record<string, string>, { groups, seen }: Known, deps: Deps): Promise<Checked> {
  const { group, ...told } = parseFields(line, cells)
  const groupId = group === undefined ? undefined : groups.get(group)
  if (group !== undefined && groupId === undefined) throw invalid({ group: NO_GROUP })
  const user = await boundsOfCells(told, deps)
  const key = user.email.toLowerCase()
  if (seen.has(key) || (await deps.store.users.byEmail(key))) throw new ApiError('email_taken')
  seen.add(key)
  return { ...user, groupId }
}

async function addUser(user: Checked, call: ImportCall, deps: Deps): Promise<string> {
  const id = newId(deps.clock.now())
  const password = oneTimePassword()
  const { email: address, name, role, groupId, billing, note } = user
  const who = { id, email: address, name, role, groupId, billing, note, ...boundsIn(user) }
  const limits = startingLimits('users.default_limits', user.limits, deps)
  const facts = { ...who, limits, passwordHash: await deps.passwords.hash(password), mustChangePassword: true }
  const audit = auditOf(call, { action: 'user.created', targetKind: 'user', targetId: id, before: null, after: user })
  const made = await deps.store.users.create(facts, { audit, activity: activityByAdmin(id, 'account.created') })
  if (!made.ok) throw made.refused === 'group_missing' ? invalid({ group: NO_GROUP }) : new ApiError('email_taken')
  return password
}
