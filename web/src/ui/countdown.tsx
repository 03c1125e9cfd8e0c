import { useEffect, useState } from 'react'
import { leftText } from '../lib/left.ts'

const SECOND_MS = 1000

/** The time that is left until a moment as `02:14`, counting down; nothing once it has come. */
export function Countdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  const leftMs = Date.parse(until) - now
  const over = leftMs <= 0
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [over])
  if (over) return null
  return <span className="n">{leftText(leftMs)}</span>
}
