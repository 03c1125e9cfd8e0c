import { z } from 'zod'
import { bound, factor } from './common.ts'
import { type LimitInput, limitsInput } from './limits.ts'
import { withoutEndSlashes } from '../core/paths.ts'
import { pictureIn } from '../core/picture.ts'

/** A text in both languages of the console. */
export type Words = { zh: string; en: string }

/** What settings belong to: the sections of the settings page, and what has a page of its own. */
const SETTING_GROUPS = [
  'site',
  'people',
  'limits',
  'routing',
  'retention',
  'money',
  'alerts',
  'security',
  'tutorial',
] as const
type SettingGroup = (typeof SETTING_GROUPS)[number]

/** What a number counts. */
type SettingUnit = 'ms' | 's' | 'min' | 'day' | 'percent' | 'kib' | 'mib' | 'usd' | 'cny'

/** A value to choose: what it is called, and where that does not say it all, what it does and what it costs. */
type Option = Words & { sentence?: Words; cost?: Words }

/** What a form needs to ask for a value. */
export type SettingForm =
  | { kind: 'text'; maxChars: number }
  | { kind: 'origin' }
  | { kind: 'picture'; maxBytes: number }
  | { kind: 'zone' }
  | { kind: 'whole'; min: number; max: number }
  | { kind: 'factor' }
  | { kind: 'usd' }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly (Option & { value: string })[] }
  /** Names of anything, of so many at most. */
  | { kind: 'names'; most: number }
  | { kind: 'networks' }
  | { kind: 'limits' }
  /** Filled in on a page of its own. */
  | { kind: 'apart' }

type Facts = {
  group: SettingGroup
  title: Words
  /** One plain sentence on what it does. */
  sentence: Words
  unit?: SettingUnit
  /** Changing it takes the administrator's password once more. */
  risky?: boolean
}

/** One setting: what it means, what it is until somebody changes it, and what it may be. Every one takes effect at once. */
export type Setting<T> = Facts & { standard: T; form: SettingForm; schema: z.ZodType<T> }

/** A setting whatever its value is. */
export type AnySetting = Facts & { standard: unknown; form: SettingForm; schema: z.ZodType }

/** A line of text, possibly empty. */
export function text(facts: Facts & { standard: string; maxChars: number; least?: number }): Setting<string> {
  const { maxChars, least = 0, ...rest } = facts
  return { ...rest, form: { kind: 'text', maxChars }, schema: z.string().trim().min(least).max(maxChars) }
}

/** An http origin without a path, or the empty string for none. */
export function origin(facts: Facts): Setting<string> {
  const schema = z
    .string()
    .trim()
    .refine((value) => value === '' || originOf(value) === withoutEndSlashes(value), 'not an address without a path')
    .transform((value) => withoutEndSlashes(value))
  return { ...facts, standard: '', form: { kind: 'origin' }, schema }
}

/** A picture in base64, which its first bytes say what it is, or the empty string for none. */
export function picture(facts: Facts & { maxBytes: number }): Setting<string> {
  const { maxBytes, ...rest } = facts
  const schema = z
    .string()
    .refine((text) => text === '' || pictureIn(text) !== null, 'a PNG, JPEG or WebP picture')
    .refine((text) => (pictureIn(text)?.bytes ?? 0) <= maxBytes, `at most ${maxBytes / 1024} KiB`)
  return { ...rest, standard: '', form: { kind: 'picture', maxBytes }, schema }
}

/** An IANA time zone; the server checks that it knows it. */
export function zone(facts: Facts & { standard: string }): Setting<string> {
  return { ...facts, form: { kind: 'zone' }, schema: z.string().min(1).max(64) }
}

/** A whole number within bounds. */
export function whole(facts: Facts & { standard: number; min: number; max: number }): Setting<number> {
  const { min, max, ...rest } = facts
  return { ...rest, form: { kind: 'whole', min, max }, schema: z.int().min(min).max(max) }
}

/** A decimal factor as text, or the empty string for none. */
export function optionalFactor(facts: Facts): Setting<string> {
  return { ...facts, standard: '', form: { kind: 'factor' }, schema: z.union([z.literal(''), factor]) }
}

/** An amount of USD as text, never negative and no more than a billion. */
export function amount(facts: Facts & { standard: string }): Setting<string> {
  return { ...facts, form: { kind: 'usd' }, schema: bound }
}

/** On or off. */
export function onOff(facts: Facts & { standard: boolean }): Setting<boolean> {
  return { ...facts, form: { kind: 'switch' }, schema: z.boolean() }
}

type Options<V extends string> = Record<V, Option>

/** One of a few values. */
export function choice<const V extends string>(
  facts: Facts & { standard: NoInfer<V>; options: Options<V> },
): Setting<V> {
  const { options, ...rest } = facts
  const values = Object.keys(options) as [V, ...V[]]
  const listed = values.map((value) => ({ value, ...options[value] }))
  return { ...rest, form: { kind: 'choice', options: listed }, schema: z.enum(values) as z.ZodType<V> }
}

/** Addresses and CIDR blocks. */
export function networks(facts: Facts): Setting<string[]> {
  const block = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
  return { ...facts, standard: [], form: { kind: 'networks' }, schema: z.array(block).max(100) }
}

const MOST_NAMES = 50

/** Names whose case does not matter, kept in small letters and each of them once. */
export function names(facts: Facts & { standard: string[] }): Setting<string[]> {
  const list = z.array(z.string().trim().toLowerCase().min(1).max(64)).max(MOST_NAMES)
  return { ...facts, form: { kind: 'names', most: MOST_NAMES }, schema: list.transform((all) => [...new Set(all)]) }
}

/** Limits that something new begins with. */
export function limits(facts: Facts): Setting<LimitInput[]> {
  return { ...facts, standard: [], form: { kind: 'limits' }, schema: limitsInput }
}

/** What only a page of its own can ask for. */
export function apart<T>(facts: Facts & { standard: T; schema: z.ZodType<T> }): Setting<T> {
  return { ...facts, form: { kind: 'apart' } }
}

function originOf(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}
