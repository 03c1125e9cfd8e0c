import type { Kysely } from 'kysely'
import { z } from 'zod'
import { deviceName } from '../core/device.ts'
import { newId } from '../core/ids.ts'
import { CHANNELS, type NewNotice, type Notice, NOTICES, SAID_ELSEWHERE, takes, type Ways } from '../core/notices.ts'
import { iso } from '../core/time.ts'
import { type ActivityEntry, insertActivity } from './activity.ts'
import { readRecord } from './json.ts'
import type { Tables, UserRow } from './schema.ts'

/** Tells one user, with whatever transaction it is given; who is disabled, was told before or does not want it is not told. */
export async function tell(tx: Kysely<Tables>, userId: string, notice: NewNotice, now: number): Promise<number> {
  const user = tx.selectFrom('user').select(['id', 'preferences']).where('id', '=', userId)
  return tellThese(tx, await user.where('status', '=', 'active').execute(), notice, now)
}

/** Tells active users that were looked up; answers how many notices were written. */
export async function tellThese(
  tx: Kysely<Tables>,
  users: readonly Pick<UserRow, 'id' | 'preferences'>[],
  notice: NewNotice,
  now: number,
): Promise<number> {
  const rows = users.flatMap((user) => rowOf(user, notice, now))
  if (rows.length === 0) return 0
  const written = await tx
    .insertInto('notice')
    .values(rows)
    .onConflict((it) => it.columns(['user_id', 'mark']).doNothing())
    .returning(['user_id', 'in_console', 'mail_due_at'])
    .execute()
  if (LIMITS.includes(notice.kind)) {
    for (const { user_id: userId, in_console: inConsole, mail_due_at: mailDueAt } of written) {
      const details = { ...notice.facts, console: inConsole === 1, email: mailDueAt !== null }
      await insertActivity(tx, { userId, kind: 'limit.reached', details, ip: '', userAgent: '' }, now)
    }
  }
  return written.length
}

/** What stands in the activity of whoever is told of it, too. */
const LIMITS: readonly Notice[] = ['limit_50', 'limit_80', 'limit_100']

function rowOf(user: Pick<UserRow, 'id' | 'preferences'>, { kind, mark, facts }: NewNotice, now: number) {
  const ways = waysOf(user.preferences)
  const inConsole = !SAID_ELSEWHERE.includes(kind) && takes(ways, kind, 'console')
  const byMail = takes(ways, kind, 'email')
  if (!inConsole && !byMail) return []
  return [
    {
      id: newId(now),
      user_id: user.id,
      kind,
      mark,
      facts: JSON.stringify(facts),
      created_at: now,
      in_console: Number(inConsole),
      read_at: null,
      mail_due_at: byMail ? now : null,
      mail_tries: 0,
      mailed_at: null,
    },
  ]
}

const ways = z.partialRecord(z.enum(NOTICES), z.array(z.enum(CHANNELS)))

/** The ways of notices among the preferences of a user; what an older console wrote in another form chooses nothing. */
export function waysOf(preferences: string): Ways {
  return ways.safeParse(readRecord(preferences)['notices']).data
}

/** What an administrator changes of what somebody may do or spend. */
const CHANGES: readonly string[] = [
  'limits.changed',
  'balance.changed',
  'account.changed',
  'account.enabled',
  'key.changed',
  'key.rotated',
  'key.enabled',
  'key.disabled',
  'key.deleted',
] satisfies ActivityEntry['kind'][]

/** What the owner of an account is told of, whoever did it. */
const WAYS_IN: readonly string[] = [
  'second_factor.enabled',
  'second_factor.replaced',
  'recovery_codes.renewed',
  'second_factor.disabled',
  'second_factor.reset',
  'passkey.added',
  'passkey.removed',
  'passkeys.reset',
] satisfies ActivityEntry['kind'][]

/** The notice that goes with what happened to an account; undefined where nobody need be told. */
export function noticeOf(entry: ActivityEntry, now: number): NewNotice | undefined {
  if (!WAYS_IN.includes(entry.kind)) return changeOf(entry, now)
  const { kind: act, details } = entry
  const where = { device: deviceName(entry.userAgent) ?? '—', ip: entry.ip || '—' }
  const facts = { act, at: iso(now), ...where, ...('name' in details && { name: details['name'] }) }
  return { kind: 'second_factor', mark: `second_factor:${newId(now)}`, facts }
}

function changeOf({ kind, details }: ActivityEntry, now: number): NewNotice | undefined {
  if (details['by'] !== 'admin' || !CHANGES.includes(kind)) return undefined
  // Another name is no other right.
  if (details['fields'] === 'name') return undefined
  const facts = { act: kind, name: details['name'] ?? null, amount: details['amount'] ?? null }
  return { kind: 'account_changed', mark: `account_changed:${newId(now)}`, facts }
}
