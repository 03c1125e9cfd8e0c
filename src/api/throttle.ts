import { Latest } from '../core/latest.ts'
import type { Clock } from '../core/time.ts'
import { MINUTE_MS, SECOND_MS } from '../core/time.ts'

const WINDOW_MS = 15 * MINUTE_MS
const FIRST_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = 5 * MINUTE_MS
const MAX_TRACKED = 20_000
const MOST_HOMES = 8

/** When there were tries; whoever was quiet the longest makes room. */
type Tries = Latest<string, number[]>

/** Slows down guessing of passwords, by account and by address; nobody is ever locked out for good. */
export type Throttle = {
  /** Counts a try. Returns how many milliseconds the caller must wait instead; 0 lets the try happen. */
  tryNow(account: string, ip: string): number
  /** Forgets the tries of an account whose password was right, and takes this one off the address, which is known to the account from now on. */
  succeeded(account: string, ip: string): void
  /** Takes a try back that came to no verdict. */
  unjudged(account: string, ip: string): void
}

/** How many tries are free: of an account, and of an address. */
export type Guesses = { perAccount: number; perAddress: number }

/**
 * Makes a throttle that keeps its counts in memory, for at most 20,000 accounts and as many addresses. Where an account's password
 * was right before, its tries count by themselves: whoever goes on guessing elsewhere would be let in first each time, and its owner never.
 */
export function createThrottle(clock: Pick<Clock, 'monotonicMs'>, guesses: () => Guesses): Throttle {
  const accounts: Tries = new Latest(MAX_TRACKED)
  const addresses: Tries = new Latest(MAX_TRACKED)
  const homes = new Latest<string, string[]>(MAX_TRACKED)
  /** What tries at an account from an address count for. */
  const targetOf = (account: string, ip: string) => {
    const name = account.toLowerCase()
    const network = networkOf(ip)
    return homes.get(name)?.includes(network) ? `${name} ${network}` : name
  }
  return {
    tryNow: (account, ip) => {
      const now = clock.monotonicMs()
      const target = targetOf(account, ip)
      const byAccount = recent(accounts, target, now)
      const byAddress = recent(addresses, networkOf(ip), now)
      const wait = Math.max(
        accountWait(byAccount, now, guesses().perAccount),
        addressWait(byAddress, now, guesses().perAddress),
      )
      // A try is counted before its password is checked, so that many at once do not slip through.
      if (wait === 0) {
        accounts.set(target, [...byAccount, now])
        addresses.set(networkOf(ip), [...byAddress, now])
      }
      return wait
    },
    succeeded: (account, ip) => {
      const name = account.toLowerCase()
      const network = networkOf(ip)
      accounts.delete(targetOf(account, ip))
      addresses.get(network)?.pop()
      const others = (homes.get(name) ?? []).filter((home) => home !== network)
      homes.set(name, [...others, network].slice(-MOST_HOMES))
    },
    unjudged: (account, ip) => {
      accounts.get(targetOf(account, ip))?.pop()
      addresses.get(networkOf(ip))?.pop()
    },
  }
}

/** The first tries are free; after them each waits twice as long as the one before, at most five minutes. */
function accountWait(tries: readonly number[], now: number, free: number): number {
  const last = tries.at(-1)
  if (last === undefined || tries.length < free) return 0
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (tries.length - free), MAX_DELAY_MS)
  return Math.max(0, last + delay - now)
}

function addressWait(tries: readonly number[], now: number, most: number): number {
  const first = tries.at(-most)
  return first === undefined ? 0 : Math.max(0, first + WINDOW_MS - now)
}

function recent(tries: Tries, key: string, now: number): number[] {
  return (tries.get(key) ?? []).filter((at) => at > now - WINDOW_MS)
}

/** An IPv6 caller owns at least a /64, so its first four groups count as one address. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined ? [] : tail.split(':')
  const zeros = Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
