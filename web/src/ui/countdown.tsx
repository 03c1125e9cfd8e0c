import { useEffect, useState } from 'react'
import { two } from '../lib/zone.ts'

const SECOND_MS = 1000

/** The time that is left until a moment as `02:14`, counting down; nothing once it has come. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS))
  const over = left === 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [over])
  if (over) return null
  return (
    <span className="n">
      {two(Math.floor(left / 60))}:{two(left % 60)}
    </span>
  )
}
