import { isRecord, type Json } from '../../core/json.ts'
import { digest } from '../digest.ts'

/**
 * What stands for a cached beginning where a key does (`prompt_cache_key`): who the user is, in which Claude Code names its
 * session, when the request asks for a cache. What the name holds is not for a key.
 */
export function cacheKeyOf(body: Json, user: string | null): string | null {
  return user !== null && asksForCache(body) ? `user_${digest(user)}` : null
}

/** A hint stands at the top, on instructions, on tools, or on one of the last messages. */
function asksForCache({ cache_control: hint, system, tools, messages }: Json): boolean {
  const last = listOf(messages).slice(-2)
  const contents = last.flatMap((message) => (isRecord(message) ? listOf(message.content) : []))
  return (
    isHint(hint) ||
    [...listOf(system), ...listOf(tools), ...contents].some((one) => isRecord(one) && isHint(one.cache_control))
  )
}

const isHint = (value: unknown): boolean => value !== undefined && value !== null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
