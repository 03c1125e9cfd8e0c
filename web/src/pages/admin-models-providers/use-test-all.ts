import { useEffect, useState } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { fewAtOnce } from '../../lib/few-at-once.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { testEach, triedOf, type EachProbe, type Tried } from '../../lib/provider/probe-each.ts'

const AT_ONCE = 3

/** How the test of a provider stands; while there is none it waits for its turn. */
export type Tested = { state: 'running' } | { state: 'answered'; probes: EachProbe } | { state: 'failed'; why: string }

/** Tries providers, a few at a time, from when this stands on the page and again when told; ends when it is gone. */
export function useTestAll(providers: readonly Provider[], otherwise: string) {
  const [round, setRound] = useState(0)
  const [tested, setTested] = useState<ReadonlyMap<string, Tested>>(new Map())
  // As text, so that the same providers read anew are not tried anew.
  const asked = JSON.stringify(providers.map(triedOf))
  useEffect(() => {
    const asking = new AbortController()
    const { signal } = asking
    const put = (id: string, one: Tested) => !signal.aborted && setTested((before) => new Map(before).set(id, one))
    void fewAtOnce(JSON.parse(asked) as Tried[], AT_ONCE, async (one) => {
      const { id } = one
      if (signal.aborted) return
      put(id, { state: 'running' })
      try {
        put(id, { state: 'answered', probes: await testEach(one, signal) })
      } catch (error) {
        put(id, { state: 'failed', why: whyOf(error, otherwise) })
      }
    })
    return () => asking.abort()
  }, [asked, round, otherwise])
  const ended = [...tested.values()].filter(({ state }) => state !== 'running').length
  const again = () => {
    setTested(new Map())
    setRound((before) => before + 1)
  }
  return { tested, ended, again }
}
