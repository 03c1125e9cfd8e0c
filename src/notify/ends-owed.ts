import { nameOf, type OpenAlert } from './alert-book.ts'

/** An alert that is over, and the channels that are to hear so. */
type Owed = { alert: OpenAlert; channels: string[] }

type Standing = {
  now: number
  /** How long after a try that failed the next comes. */
  cooldownMs: number
  /** Names of what is wrong now: their ends would mislead. */
  open: ReadonlySet<string>
  /** Whether a channel is being told already. */
  isBeingTold: (alert: string, channel: string) => boolean
}

/**
 * Ends that channels have not heard of which took the beginning: it could not be sent, had to make room for what is newer, or a stop
 * came before it. Of alerts of one name (newest first) only the last counts.
 */
export function endsOwed(ended: readonly OpenAlert[], standing: Standing): Owed[] {
  const newest = [...Map.groupBy(ended, nameOf)].flatMap(([name, [alert]]) =>
    alert && !standing.open.has(name) ? [alert] : [],
  )
  return newest.flatMap((alert) => {
    const channels = alert.deliveries.filter(({ state, ok }) => state === 'fired' && ok).map(({ channel }) => channel)
    const due = channels.filter((channel) => isDue(alert, channel, standing))
    return due.length > 0 ? [{ alert, channels: due }] : []
  })
}

function isDue({ id, deliveries }: OpenAlert, channel: string, { now, cooldownMs, isBeingTold }: Standing): boolean {
  const last = deliveries.findLast((one) => one.state === 'resolved' && one.channel === channel)
  if (last?.ok || isBeingTold(id, channel)) return false
  return !last || now - last.at >= cooldownMs
}
