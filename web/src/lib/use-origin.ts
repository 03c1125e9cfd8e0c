import { useQuery } from '@tanstack/react-query'
import { getSite } from '../../../src/contract/site.ts'
import { ask } from './query.ts'

/** The origin clients reach the gateway by; this page's own until the server has told one that others can reach. */
export function useOrigin(): string {
  const site = useQuery(ask(getSite))
  return reachableOrigin(site.data?.public_origin, location.origin)
}

// What a gateway says that was told no public address: where it listens, `0.0.0.0` in a container.
const OF_THE_MACHINE = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]', '[::]'])

/** The origin that was told, unless only the gateway's own machine can mean it: then the one by which the page has come. */
export function reachableOrigin(told: string | undefined, own: string): string {
  return told === undefined || OF_THE_MACHINE.has(new URL(told).hostname) ? own : told
}
