import { useEffect, useRef } from 'react'
import { adminUsage } from '../../../../src/contract/usage.ts'
import { DAY_MS, iso, MINUTE_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import type { SearchPatch } from '../../lib/search-params.ts'
import { toast } from '../../lib/toast.ts'
import { SIMULATED, simulateLike } from '../../lib/traffic/simulate-like.ts'
import { useAct } from '../../lib/use-act.ts'

/** As long as requests are usually kept. */
const BACK_MS = 90 * DAY_MS

/** Whose and what requests are looked through; what is not named may be any. */
type Chosen = { user: string | undefined; key: string | undefined; model: string | undefined }

/** Puts the latest request of who and what is chosen into the address, with all that a simulation takes of it. */
export function useFill({ user, key, model }: Chosen, write: (patch: SearchPatch) => void) {
  const t = useTexts('routing')
  const words = useTexts('providers')
  const { busy, act } = useAct({ failed: t('like.failed'), retry: words('act.noAnswer') })
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const fill = () =>
    act(async () => {
      const now = Date.now()
      const period = { from: iso(now - BACK_MS), to: iso(now + MINUTE_MS) }
      const { items } = await call(adminUsage.requests, {
        query: { ...period, user, key, model, limit: 1 },
        persist: true,
      })
      const [latest] = items
      // The address may be another page's by now.
      if (!here.current) return
      if (!latest) toast.info(t('like.none'))
      else write({ ...Object.fromEntries(SIMULATED.map((name) => [name, null])), ...simulateLike(latest) })
    })
  return { busy, fill }
}
