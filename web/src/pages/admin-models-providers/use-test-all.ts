import { useEffect, useState } from 'react'
import { adminTestProvider, type Probes, type Provider } from '../../../../src/contract/providers.ts'
import { call } from '../../lib/call.ts'
import { fewAtOnce } from '../../lib/few-at-once.ts'
import { whyOf } from '../../lib/form-faults.ts'

const AT_ONCE = 3

/** How the test of a provider stands; while there is none it waits for its turn. */
export type Tested = { state: 'running' } | { state: 'answered'; probes: Probes } | { state: 'failed'; why: string }

/** Tries providers, a few at a time, from when this stands on the page and again when told; ends when it is gone. */
export function useTestAll(providers: readonly Provider[], otherwise: string) {
  const [round, setRound] = useState(0)
  const [tested, setTested] = useState<ReadonlyMap<string, Tested>>(new Map())
  const ids = providers.map(({ id }) => id).join(' ')
  useEffect(() => {
    const asking = new AbortController()
    const { signal } = asking
    const put = (id: string, one: Tested) => !signal.aborted && setTested((before) => new Map(before).set(id, one))
    void fewAtOnce(ids === '' ? [] : ids.split(' '), AT_ONCE, async (id) => {
      if (signal.aborted) return
      put(id, { state: 'running' })
      try {
        put(id, { state: 'answered', probes: await call(adminTestProvider, { params: { id }, signal }) })
      } catch (error) {
        put(id, { state: 'failed', why: whyOf(error, otherwise) })
      }
    })
    return () => asking.abort()
  }, [ids, round, otherwise])
  const ended = [...tested.values()].filter(({ state }) => state !== 'running').length
  const again = () => {
    setTested(new Map())
    setRound((before) => before + 1)
  }
  return { tested, ended, again }
}
