import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
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
  const latest = useRef<Load | null>(load)
  useLayoutEffect(() => {
    latest.current = load
    return () => {
      latest.current = null
    }
  })
  const fill = async () => {
    const before = load
    setBusy(true)
    try {
      const query = periodQuery(periodOf('7d', { now, zone }), zone)
      const { current } = await queries.fetchQuery(ask(usage.summary, { query }))
      if (current.requests === 0) return void toast.info(t('calc.nothing'))
      // Whoever has left meanwhile is elsewhere, and the address with them.
      if (latest.current === null) return
      const each = (sum: number) => Math.round(sum / current.requests)
      setFilled(current.requests)
      const found = {
        requests: Math.min(Math.max(1, Math.round(current.requests / DAYS)), MOST.requests),
        input: Math.min(each(inputOf(current)), MOST.input),
        cached: Math.round((cacheShare(current) ?? 0) * 100),
        output: Math.min(each(current.output), MOST.output),
        days: before.days,
      }
      onLoad(withTyped(found, before, latest.current))
    } catch {
      toast.error(t('calc.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { fill, busy, filled }
}

/** What was found, but for what the reader has typed since: that is newer. */
function withTyped(found: Load, before: Load, now: Load): Load {
  const typed = Object.entries(now).filter(([field, value]) => before[field as keyof Load] !== value)
  return { ...found, ...Object.fromEntries(typed) }
}
