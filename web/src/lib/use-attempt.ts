import { useRef } from 'react'
import { randomName } from './random-name.ts'

/** Names the tries of making one thing alike until one of them is answered with it, so that a try nobody heard the answer of is not made twice. */
export function useAttempt(): <T>(make: (attempt: string) => Promise<T>) => Promise<T> {
  const name = useRef<string | null>(null)
  return async (make) => {
    name.current ??= randomName()
    const made = await make(name.current)
    name.current = null
    return made
  }
}
