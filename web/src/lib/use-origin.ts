import { useQuery } from '@tanstack/react-query'
import { getSite } from '../../../src/contract/site.ts'
import { ask } from './query.ts'

/** The origin clients reach the gateway by; this page's own until the server has told. */
export function useOrigin(): string {
  const site = useQuery(ask(getSite))
  return site.data?.public_origin ?? location.origin
}
