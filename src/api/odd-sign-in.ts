import { deviceName } from '../core/device.ts'
import type { NewNotice } from '../core/notices.ts'
import { iso } from '../core/time.ts'
import type { CallFacts } from './call.ts'
import type { Deps } from './deps.ts'

type Place = Pick<CallFacts, 'ip' | 'userAgent'>
type Here = Pick<CallFacts, 'ip' | 'keptIp' | 'userAgent'> & { family: string }

/** So many of the latest sign-ins are what an account knows. */
const KNOWN = 200

/** What the owner is told of a sign-in from a device or network the account has not seen; undefined for a usual one, and the first. */
export async function oddSignIn(
  userId: string,
  { family, ...here }: Here,
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
): Promise<NewNotice | undefined> {
  const { items } = await store.activity.list({ userId, groups: ['sign_in'], failed: false }, { limit: KNOWN })
  if (
    !isOdd(
      here,
      items.filter(({ kind }) => kind === 'session.opened'),
    )
  )
    return undefined
  return { kind: 'odd_sign_in', mark: `odd_sign_in:${family}`, facts: placeOf(here, clock) }
}

/** What the owner is told of a session that was ended because a token of it that had been replaced came again. */
export function reusedSession({ family, ...here }: Here, { clock }: Pick<Deps, 'clock'>): NewNotice {
  return { kind: 'odd_sign_in', mark: `session_reused:${family}`, facts: { ...placeOf(here, clock), reused: true } }
}

function placeOf({ keptIp, userAgent }: Omit<Here, 'family'>, clock: Deps['clock']) {
  return { at: iso(clock.now()), device: deviceName(userAgent) ?? '—', ip: keptIp || '—' }
}

/** Whether a place is unlike all earlier ones, of which there must be one. */
function isOdd(here: Place, earlier: readonly Place[]): boolean {
  if (earlier.length === 0) return false
  const devices = new Set(earlier.map(({ userAgent }) => kindOfDevice(userAgent)))
  // Where addresses are not kept, nothing is known of networks.
  const networks = new Set(earlier.flatMap(({ ip }) => (ip === '' ? [] : [networkOf(ip)])))
  const isElsewhere = networks.size > 0 && !networks.has(networkOf(here.ip))
  return isElsewhere || !devices.has(kindOfDevice(here.userAgent))
}

/** Browser and system without their versions: an update is no other device. */
function kindOfDevice(agent: string): string {
  return deviceName(agent)?.replaceAll(/ \d+/g, '') ?? ''
}

/** The first half of an IPv4 address, the first two groups of an IPv6 one: providers hand out others from there. */
function networkOf(ip: string): string {
  const sign = ip.includes(':') ? ':' : '.'
  return ip.split(sign).slice(0, 2).join(sign)
}
