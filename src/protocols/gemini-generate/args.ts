import { isRecord, type Json, parseExactly } from '../../core/json.ts'

/** A call's arguments as the object they are here, large numbers kept as they were written; undefined when they are none. */
export function argsOf(input: string): Json | undefined {
  const args = input.trim() === '' ? {} : parseExactly(input)
  return isRecord(args) ? args : undefined
}
