import { GatewayError } from '../../core/errors.ts'
import type { CacheHint } from '../translate/conversation.ts'

export type Json = Record<string, unknown>

/** The refusal of a body in which a field is not what it must be. */
export function invalid(field: string, must: string): GatewayError {
  return new GatewayError('body_invalid', { reason: `\`${field}\` must be ${must}` })
}

/** A field that must be an object. */
export function recordIn(value: unknown, field: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(field, 'an object')
  return value as Json
}

/** A field that may be left out or must be a list. */
export function listIn(value: unknown, field: string): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(field, 'a list')
  return value
}

/** A field that must be text. */
export function textIn(value: unknown, field: string): string {
  if (typeof value !== 'string') throw invalid(field, 'a string')
  return value
}

/** A field that may be left out or must be a number, one kept as it was written (`parseExactly`) included. */
export function numberIn(value: unknown, field: string): number | null {
  if (value === undefined || value === null) return null
  const number = Number(JSON.stringify(value))
  if (typeof value === 'boolean' || !Number.isFinite(number)) throw invalid(field, 'a number')
  return number
}

/** The hint that a block carries, ready to be spread into a part. */
export function cacheOf({ cache_control: told }: Json): { cache?: CacheHint } {
  if (typeof told !== 'object' || told === null) return {}
  return { cache: 'ttl' in told && told.ttl === '1h' ? '1h' : '5m' }
}

/** The opposite of `cacheOf`, ready to be spread into a block. */
export function cacheControl({ cache }: { cache?: CacheHint }): { cache_control?: Json } {
  if (!cache) return {}
  return { cache_control: cache === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } }
}
