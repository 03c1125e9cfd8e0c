import { useEffect, useState } from 'react'
import { SECOND_MS } from '../../../../src/core/time.ts'

/** The present in epoch milliseconds, anew every second; for countdowns alone. */
export function useSecond(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
