import type { z } from 'zod'
import { createKey, type ApiKey } from '../../../../src/contract/keys.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { addressesOf } from '../addresses-of.ts'
import { inputOf, rowsOf, type LimitRow } from '../limits/rows.ts'
import { fromLocalInput, toLocalInput } from '../local-input.ts'

/** The most characters of a key’s name, as the contract has it. */
export const NAME_MAX = 64
/** The most characters of a key’s note, as the contract has it. */
export const NOTE_MAX = 200

/** The offered ends of a key's life, in days; null never ends, `custom` is a day of the reader's choice. */
const EXPIRIES = { never: null, d30: 30, d90: 90, y1: 365 } as const
export type Expiry = keyof typeof EXPIRIES | 'custom'

/** The form as it is filled in. The names are those of the contract where there is one, so that the server's complaints find their input. */
export type KeyForm = {
  name: string
  note: string
  expiry: Expiry
  /** The last day, as a date input holds it; used when `expiry` is custom. */
  expires_at: string
  models: 'all' | 'some'
  allow_models: string[]
  /** One address or block a line. */
  allow_ips: string
  limits: LimitRow[]
}

/** An empty form. */
export const emptyForm: KeyForm = {
  name: '',
  note: '',
  expiry: 'never',
  expires_at: '',
  models: 'all',
  allow_models: [],
  allow_ips: '',
  limits: [],
}

/** The form filled with what a key has now. */
export function formOf(key: ApiKey, zone: string): KeyForm {
  return {
    name: key.name,
    note: key.note,
    expiry: key.expires_at === null ? 'never' : 'custom',
    expires_at: key.expires_at === null ? '' : toLocalInput(Date.parse(key.expires_at), zone).slice(0, 10),
    models: key.allow_models === null ? 'all' : 'some',
    allow_models: key.allow_models ?? [],
    allow_ips: (key.allow_ips ?? []).join('\n'),
    limits: rowsOf(key.limits),
  }
}

/** The form of a new key that begins like another; of a last day that is over, another is to be chosen. */
export function formLike(key: ApiKey, { now, zone }: Present): KeyForm {
  const form = formOf(key, zone)
  const over = key.expires_at !== null && Date.parse(key.expires_at) <= now
  return over ? { ...form, expires_at: '' } : form
}

type Present = { now: number; zone: string }

/** When a key ends, in epoch milliseconds: the last second of the chosen day in the zone; null never, undefined when the day is missing. */
export function endOf(form: Pick<KeyForm, 'expiry' | 'expires_at'>, { now, zone }: Present): number | null | undefined {
  if (form.expiry === 'custom') return lastSecond(form.expires_at, zone)
  const days = EXPIRIES[form.expiry]
  return days === null ? null : lastSecond(toLocalInput(now + days * DAY_MS, zone).slice(0, 10), zone)
}

function lastSecond(date: string, zone: string): number | undefined {
  const minute = fromLocalInput(`${date}T23:59`, zone)
  return minute === undefined ? undefined : minute + 59_000
}

const oneIp = createKey.body.shape.allow_ips.removeDefault()

/** The entries of the list that are no address and no block. */
export const badIps = (text: string): string[] => addressesOf(text).filter((part) => !oneIp.safeParse([part]).success)

/** Tags are not asked for here. */
export type KeyBody = Omit<z.output<typeof createKey.body>, 'tags'>

/** What the server is told; only after the form's own rules hold. */
export function bodyOf(form: KeyForm, present: Present): KeyBody {
  const end = endOf(form, present)
  const ips = addressesOf(form.allow_ips)
  return {
    name: form.name.trim(),
    note: form.note.trim(),
    expires_at: end === null || end === undefined ? null : new Date(end).toISOString(),
    allow_models: form.models === 'all' ? null : form.allow_models,
    allow_ips: ips.length === 0 ? null : ips,
    limits: inputOf(form.limits),
  }
}

const WRITES: Readonly<Record<keyof KeyForm, keyof KeyBody>> = {
  name: 'name',
  note: 'note',
  expiry: 'expires_at',
  expires_at: 'expires_at',
  models: 'allow_models',
  allow_models: 'allow_models',
  allow_ips: 'allow_ips',
  limits: 'limits',
}

/** What an edit tells the server: only what differs from before, so that nothing else is overwritten. */
export function changesOf(form: KeyForm, before: KeyForm, present: Present): Partial<KeyBody> {
  const fields = Object.keys(WRITES) as (keyof KeyForm)[]
  const changed = fields.filter((name) => !sameJson(form[name], before[name]))
  const names = new Set(changed.map((name) => WRITES[name]))
  return Object.fromEntries(Object.entries(bodyOf(form, present)).filter(([name]) => names.has(name as keyof KeyBody)))
}

/** How many of the settings that may be left alone are set. */
export function setCount(form: KeyForm): number {
  const set = [form.expiry !== 'never', form.limits.length > 0, form.models === 'some', form.allow_ips.trim() !== '']
  return set.filter(Boolean).length
}
