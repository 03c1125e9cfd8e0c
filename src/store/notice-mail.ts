import { type DueMail, takes } from '../core/notices.ts'
import type { Clock } from '../core/time.ts'
import type { Database } from './database.ts'
import { readFacts } from './json.ts'
import { waysOf } from './tell.ts'

/** Notices that wait to be sent by e-mail. */
export type MailQueue = {
  /** Those that are due, what concerns one user alone before what is announced to all. */
  due(limit: number): Promise<DueMail[]>
  sent(id: string): Promise<void>
  /** Tries again at a time. */
  later(id: string, at: number): Promise<void>
  /** Does not send it any more. */
  drop(id: string): Promise<void>
  /** Does not send anything of what waits. */
  dropAll(): Promise<void>
}

/** Reads the rows of `notice` whose `mail_due_at` has come; null there takes one out of the queue. */
export function mailQueueIn(db: Database, clock: Clock): MailQueue {
  const row = (id: string) => db.kysely.updateTable('notice').where('id', '=', id)
  return {
    due: async (limit) => {
      const rows = await db.kysely
        .selectFrom('notice')
        .innerJoin('user', 'user.id', 'notice.user_id')
        .select(['notice.id', 'notice.kind', 'notice.facts', 'notice.mail_tries', 'user.email', 'user.locale'])
        .select(['user.timezone', 'user.status', 'user.preferences', 'user.group_id'])
        .where('mail_due_at', '<=', clock.now())
        .orderBy((eb) => eb.case().when('kind', '=', 'announcement').then(1).else(0).end())
        .orderBy('mail_due_at')
        .limit(limit)
        .execute()
      return rows.map(({ status, preferences, email: to, mail_tries: tries, group_id: groupId, facts, ...rest }) => ({
        ...rest,
        groupId,
        facts: readFacts(facts),
        tries,
        to,
        wanted: status === 'active' && takes(waysOf(preferences), rest.kind, 'email'),
      }))
    },
    sent: async (id) => {
      await row(id).set({ mail_due_at: null, mailed_at: clock.now() }).execute()
    },
    later: async (id, at) => {
      await row(id)
        .set((eb) => ({ mail_due_at: at, mail_tries: eb('mail_tries', '+', 1) }))
        .execute()
    },
    drop: async (id) => {
      await row(id).set({ mail_due_at: null }).execute()
    },
    dropAll: async () => {
      await db.kysely.updateTable('notice').set({ mail_due_at: null }).where('mail_due_at', 'is not', null).execute()
    },
  }
}
