import { GatewayError } from '../../core/errors.ts'
import { isRecord, type Json } from '../../core/json.ts'

/** A refusal of a request whose shape leaves open what it asks for; the reason names the field. */
export function invalid(reason: string): GatewayError {
  return new GatewayError('body_invalid', { reason })
}

/** A refusal of a field that is not what it must be. */
export function mustBe(field: string, must: string): GatewayError {
  return invalid(`\`${field}\` must be ${must}`)
}

/** A refusal of what may stand in a request, but has no place in any other protocol. */
export function untranslatable(what: string): GatewayError {
  return new GatewayError('not_translatable', { what })
}

/** The object at a place of the request. */
export function objectAt(value: unknown, where: string): Json {
  if (!isRecord(value)) throw mustBe(where, 'an object')
  return value
}

/** The list at a place of the request; empty when nothing stands there. */
export function listAt(value: unknown, where: string): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw mustBe(where, 'a list')
  return value
}

/** The text at a place of the request. */
export function textAt(value: unknown, where: string): string {
  if (typeof value !== 'string') throw mustBe(where, 'a string')
  return value
}

/** The name at a place of the request: text that is not empty. */
export function nameAt(value: unknown, where: string): string {
  const name = textAt(value, where)
  if (name === '') throw invalid(`\`${where}\` must not be empty`)
  return name
}

/** The text at a place of the request; null when nothing stands there, and `body_invalid` when something else does. */
export function textOrNull(value: unknown, where: string): string | null {
  return value === undefined || value === null ? null : textAt(value, where)
}

/** A number at a place of the request, one kept as it was written (`parseExactly`) included. */
export function numberOrNull(value: unknown, where: string): number | null {
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' || typeof value === 'boolean' ? Number.NaN : Number(JSON.stringify(value))
  if (!Number.isFinite(number)) throw mustBe(where, 'a number')
  return number
}

/** True or false at a place of the request; null when nothing stands there, and `body_invalid` when something else does. */
export function flagOrNull(value: unknown, where: string): boolean | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'boolean') throw mustBe(where, 'true or false')
  return value
}

/** The object at a place of the request; null when nothing stands there, and `body_invalid` when something else does. */
export function objectOrNull(value: unknown, where: string): Json | null {
  return value === undefined || value === null ? null : objectAt(value, where)
}

/** The fields that say something. */
export function told(fields: Json): Json {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
