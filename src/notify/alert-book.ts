import type { AlertRule, Condition } from '../core/alerts.ts'
import type { Delivery } from './send.ts'

/** An alert as the book has it. */
export type OpenAlert = Condition & {
  id: string
  /** The last word of each channel of its beginning and of its end. */
  deliveries: readonly Pick<ChannelDelivery, 'channel' | 'at' | 'state' | 'ok'>[]
}

/** Where alerts are written down. */
export type AlertBook = {
  open(): Promise<OpenAlert[]>
  /** Those that began and then ended, the latter since; newest first. */
  endedSince(since: number): Promise<OpenAlert[]>
  /** Opens an alert, or writes one down that is over already; null when one of its rule and subject is open. */
  fire(condition: Condition, over: boolean): Promise<OpenAlert | null>
  resolve(id: string): Promise<void>
  /** When a rule last told of a subject; null: never. */
  lastNotified(rule: AlertRule, subject: string): Promise<number | null>
  delivered(id: string, deliveries: readonly ChannelDelivery[]): Promise<void>
  /** Whether a channel took it that an alert began. */
  wasTakenBy(channel: string, id: string): Promise<boolean>
}

/** The same where it is kept: told when something was, for it may be written down later; under an id it is written once. */
export type StoredBook = Omit<AlertBook, 'fire' | 'resolve'> & {
  fire(condition: Condition, over: boolean, begun: Begun): Promise<OpenAlert | null>
  resolve(id: string, at: number): Promise<void>
}

/** When an alert began, in epoch milliseconds, and its id, which is of that time. */
type Begun = { id: string; at: number }

/** What came of telling one channel (its id) that an alert began or ended; `at` is when it was to be told, in epoch milliseconds. */
export type ChannelDelivery = Delivery & { channel: string; at: number; state: 'fired' | 'resolved' }

/** What an alert is of: no two of one name are open at once. */
export function nameOf({ rule, subject }: Pick<Condition, 'rule' | 'subject'>): string {
  return `${rule} ${subject}`
}
