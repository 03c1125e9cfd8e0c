import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { AnnouncementText } from '../store/announcement-desk.ts'
import type { Store } from '../store/store.ts'
import { idAt } from './dice.ts'
import type { Happening } from './happening.ts'
import { NOTICES } from './notices.ts'
import { type Auditing, MAC, OFFICE } from './operator.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 20_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.1 Mobile/15E148 Safari/604.1'
const STRANGER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0'
const TRAVEL = '117.136.8.201'
const NOBODY = '45.155.204.9'

/** What somebody did to their own account, from the office. */
export function byOwner(
  kind: ActivityEntry['kind'],
  details: ActivityEntry['details'] = {},
): Omit<ActivityEntry, 'userId'> {
  return { kind, details, ip: OFFICE, userAgent: MAC }
}

type Doing = Pick<ActivityEntry, 'kind' | 'ip' | 'userAgent'> & { agoMs: number; details?: ActivityEntry['details'] }

const own = (agoMs: number, kind: Doing['kind'], details?: ActivityEntry['details']): Doing => ({
  agoMs,
  ...byOwner(kind, details),
})
const byAdmin = (agoMs: number, kind: Doing['kind'], details: ActivityEntry['details']): Doing => ({
  agoMs,
  kind,
  details: { ...details, by: 'admin' },
  ip: '',
  userAgent: '',
})
const failure = (agoMs: number): Doing => ({ agoMs, kind: 'session.failed', ip: NOBODY, userAgent: STRANGER })

/** What happened to the account of the first person of the cast, the oldest first. */
const DOINGS: readonly Doing[] = [
  own(26 * DAY_MS, 'session.opened'),
  own(19 * DAY_MS, 'session.opened'),
  own(12 * DAY_MS, 'profile.changed', { fields: 'name, timezone' }),
  own(9 * DAY_MS, 'session.opened'),
  own(9 * DAY_MS - 9 * MINUTE_MS, 'password.changed'),
  { agoMs: 5 * DAY_MS, kind: 'session.opened', ip: TRAVEL, userAgent: PHONE },
  own(3 * DAY_MS, 'key.rotated', { name: 'Codex CLI', last4: '7Qk0' }),
  own(3 * DAY_MS - 20 * MINUTE_MS, 'key.deleted', { name: '旧脚本', last4: '0nVe' }),
  byAdmin(2 * DAY_MS, 'limits.changed', {
    fields: 'limits',
    before: 'cost.month=300',
    after: 'cost.month=500 cost.day=20',
  }),
  own(2 * DAY_MS - HOUR_MS, 'settings.changed', { fields: 'hour_cycle' }),
  failure(DAY_MS + 2 * MINUTE_MS),
  failure(DAY_MS + MINUTE_MS),
  failure(DAY_MS),
  own(20 * HOUR_MS, 'session.opened'),
  own(19 * HOUR_MS, 'data.exported', { what: 'keys', format: 'csv' }),
  byAdmin(5 * HOUR_MS, 'balance.changed', { kind: 'topup', amount: '200', reason: '十一月' }),
]

type Telling = { store: Store; userId: string; now: number; auditing: Auditing }

/** What happened to one account in the weeks before `now`, and what was announced. */
export function eventsOf({ store, userId, now, auditing }: Telling): Happening[] {
  const doings = DOINGS.map(({ agoMs, details = {}, ...doing }) => ({
    agoMs,
    happen: () => store.activity.record({ ...doing, userId, details }),
  }))
  const reader = { userId, groupId: null }
  const notices = NOTICES.map(({ agoMs, window, read, ...notice }) => ({
    agoMs,
    happen: async () => {
      const text: AnnouncementText = {
        ...notice,
        groups: null,
        startsAt: window ? now + window.fromMs : null,
        endsAt: window ? now + window.toMs : null,
        shownAt: now - agoMs,
      }
      const id = idAt(now - agoMs, Math.random)
      const audit = auditing({
        action: 'announcement.created',
        targetKind: 'announcement',
        targetId: id,
        after: notice,
      })
      await store.announcementDesk.create({ ...text, id, authorId: userId }, { audit })
      if (read) await store.announcements.mark(reader, id, true)
    },
  }))
  return [...doings, ...notices]
}
