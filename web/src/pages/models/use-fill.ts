import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { periodOf } from '../../lib/time-range.ts'
import { toast } from '../../lib/toast.ts'
import { usage } from '../../../../src/contract/usage.ts'
import { cacheShare, inputOf } from '../../lib/traffic/figures.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useZone } from '../../lib/use-format.ts'
import { type Load, MOST } from './estimate.ts'

const DAYS = 7

/** Makes a load of what the reader asked for in the last week; `filled` is of how many requests it was made. */
export function useFill(load: Load, onLoad: (load: Load) => void) {
  const t = useTexts('models')
  const queries = useQueryClient()
  const now = useMinute()
  const zone = useZone()
  const [busy, setBusy] = useState(false)
  const [filled, setFilled] = useState<number | null>(null)
  const fill = async () => {
    setBusy(true)
    try {
      const query = periodQuery(periodOf('7d', { now, zone }), zone)
      const { current } = await queries.fetchQuery(ask(usage.summary, { query }))
      if (current.requests === 0) return void toast.info(t('calc.nothing'))
      const each = (sum: number) => Math.round(sum / current.requests)
      setFilled(current.requests)
      onLoad({
        requests: Math.min(Math.max(1, Math.round(current.requests / DAYS)), MOST.requests),
        input: Math.min(each(inputOf(current)), MOST.input),
        cached: Math.round((cacheShare(current) ?? 0) * 100),
        output: Math.min(each(current.output), MOST.output),
        days: load.days,
      })
    } catch {
      toast.error(t('calc.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { fill, busy, filled }
}
