import { useState } from 'react'

/** The value as it was first given, for as long as those that follow say the same as JSON. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value)
  const [kept, keep] = useState({ text, value })
  if (kept.text === text) return kept.value
  keep({ text, value })
  return value
}
