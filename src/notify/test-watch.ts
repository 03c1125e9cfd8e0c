import type { AlertRule, Condition } from '../core/alerts.ts'
import { HOUR_MS } from '../core/time.ts'
import type { ChannelDelivery, OpenAlert, StoredBook } from './alert-book.ts'
import type { Channel, Delivery } from './send.ts'
import { startWatch } from './watch.ts'

export const DOWN: Condition = { rule: 'provider_down', subject: 'p1', facts: { provider: 'Acme' } }
export const DISK: Condition = { rule: 'disk_low', subject: 'data', facts: { percent: 3 } }
export const CHANNEL: Channel = {
  id: 'c1',
  setup: { kind: 'wecom', config: {}, secrets: { url: 'https://hooks.example' } },
  allowPrivate: false,
  locale: 'en',
}

const TOLD: Delivery = { ok: true, problem: null }
const REFUSED: Delivery = { ok: false, problem: 'http_500' }

type Kept = Omit<OpenAlert, 'deliveries'> & {
  open: boolean
  firedAt: number
  endedAt: number
  notifiedAt: number | null
  deliveries: ChannelDelivery[]
}

function memoryBook() {
  const alerts: Kept[] = []
  const written: string[] = []
  const book: StoredBook = {
    open: async () => alerts.filter(({ open }) => open),
    endedSince: async (since) =>
      alerts.filter(({ endedAt, deliveries }) => endedAt >= since && deliveries.length > 0).toReversed(),
    fire: async (condition, over, { id, at }) => {
      if (alerts.some((alert) => alert.id === id)) return null
      const alert = {
        ...condition,
        id,
        firedAt: at,
        notifiedAt: null,
        open: !over,
        endedAt: NaN,
        deliveries: [],
      }
      alerts.push(alert)
      written.push('fire')
      return alert
    },
    resolve: async (id, at) => {
      written.push('resolve')
      for (const alert of alerts) if (alert.id === id) Object.assign(alert, { open: false, endedAt: at })
    },
    lastNotified: async (rule, subject) => {
      const told = alerts.filter((alert) => alert.rule === rule && alert.subject === subject)
      return told.reduce<number | null>((last, { notifiedAt }) => notifiedAt ?? last, null)
    },
    wasTakenBy: async (channel, id) =>
      alerts.some(
        (alert) =>
          alert.id === id && alert.deliveries.some((one) => one.channel === channel && one.state === 'fired' && one.ok),
      ),
    delivered: async (id, deliveries) => {
      written.push('delivered')
      for (const alert of alerts)
        if (alert.id === id) {
          alert.deliveries.push(...deliveries)
          if (deliveries.some(({ state }) => state === 'fired')) alert.notifiedAt = Date.now()
        }
    },
  }
  return { alerts, book, written }
}

/** A watch over what a test says is wrong; `pausing` says how long a channel takes to answer. */
export function watchWorld(
  channels: Channel[] = [CHANNEL],
  pausing: (id: string) => Promise<void> = async () => undefined,
) {
  const { alerts, book, written } = memoryBook()
  const sent: string[] = []
  const errors: unknown[] = []
  const now = { wrong: [] as Condition[], unseen: [] as AlertRule[], delivery: TOLD, refusing: '' }
  const watch = startWatch({
    look: async () => ({ wrong: now.wrong, unseen: now.unseen }),
    book,
    channels: async () => channels,
    send: async ({ id }, { rule }, state) => {
      sent.push(channels.length === 1 ? `${rule} ${state}` : `${id} ${rule} ${state}`)
      await pausing(id)
      return id === now.refusing ? REFUSED : now.delivery
    },
    cooldownMs: () => HOUR_MS,
    now: () => Date.now(),
    log: { error: (event) => void errors.push(event), warn: (event) => void errors.push(event) },
  })
  return { watch, now, alerts, book, written, sent, errors }
}
