import type { NewNotice } from '../core/notices.ts'
import { MAINTENANCE_AHEAD_MS } from '../core/notices.ts'
import { type Clock, DAY_MS, iso } from '../core/time.ts'

type Audience = { groups: readonly string[] | null; madeBefore: number }
type Announced = { id: string; groups: readonly string[] | null; shownAt: number; startsAt: number | null }

/** What makers look up and write. */
export type MakerBook = {
  /** Answers whether it was written. */
  tell(userId: string, notice: NewNotice): Promise<boolean>
  /** Answers how many were told. */
  tellAll(audience: Audience, notice: NewNotice, signal: AbortSignal): Promise<number>
  keysExpiring(from: number, to: number): Promise<{ id: string; userId: string; name: string; expiresAt: number }[]>
  announced(since: number, until: number): Promise<{ fresh: Announced[]; near: Announced[] }>
}

const EXPIRES_MS = 7 * DAY_MS
/** How far back an announcement is still news: for so long a gateway may have been down. */
const NEWS_MS = DAY_MS

type Making = { notice: NewNotice; tell: (signal: AbortSignal) => Promise<number> }

/** Makes the notices that nobody's request brings about; what it makes answers how many users were told. */
export function makeNotices({ book, clock }: { book: MakerBook; clock: Clock }) {
  // The book knows what was told; this saves it from being asked every minute.
  let done = new Set<string>()

  return async (mails: boolean, signal: AbortSignal): Promise<number> => {
    const all = [...(await expiring(book, clock.now())), ...(mails ? await announcements(book, clock.now()) : [])]
    let told = 0
    for (const { notice, tell } of all) {
      if (done.has(notice.mark) || signal.aborted) continue
      told += await tell(signal)
      if (!signal.aborted) done.add(notice.mark)
    }
    done = new Set(all.flatMap(({ notice: { mark } }) => (done.has(mark) ? [mark] : [])))
    return told
  }
}

async function expiring(book: MakerBook, now: number): Promise<Making[]> {
  return (await book.keysExpiring(now, now + EXPIRES_MS)).map(({ id, userId, name, expiresAt }) => {
    const facts = { key: id, name, expires_at: iso(expiresAt) }
    const notice: NewNotice = { kind: 'key_expiry', mark: `key_expiry:${id}:${expiresAt}`, facts }
    return { notice, tell: async () => Number(await book.tell(userId, notice)) }
  })
}

/** The console has them in places of their own, so these are for e-mail alone. */
async function announcements(book: MakerBook, now: number): Promise<Making[]> {
  const { fresh, near } = await book.announced(now - NEWS_MS, now + MAINTENANCE_AHEAD_MS)
  const making = ({ groups, shownAt }: Announced, notice: NewNotice): Making => ({
    notice,
    tell: (signal) => book.tellAll({ groups, madeBefore: shownAt }, notice, signal),
  })
  return [
    ...fresh.map((one) => making(one, { kind: 'announcement', mark: `announcement:${one.id}`, facts: { id: one.id } })),
    ...near.map((one) => {
      const startsAt = one.startsAt ?? now
      const facts = { id: one.id, starts_at: iso(startsAt) }
      const notice: NewNotice = { kind: 'maintenance', mark: `maintenance:${one.id}:${startsAt}`, facts }
      return making({ ...one, shownAt: now }, notice)
    }),
  ]
}
