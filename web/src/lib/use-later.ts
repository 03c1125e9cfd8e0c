import { useEffect, useState } from 'react'

/** A value that follows another once that has stood still for a while. */
export function useLater<T>(value: T, waitMs: number): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return late
}
