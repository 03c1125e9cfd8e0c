import { keepingIn } from '../../../../src/contract/settings-keeping.ts'
import type { SettingKey, SettingValues } from '../../../../src/contract/settings.ts'
import type { StorageView } from '../../../../src/contract/system.ts'
import { settingOf, type Change } from './draft.ts'
import { diskForecast } from './disk-forecast.ts'

/** What a change does once it is saved. */
export type ChangeEffect = {
  /** What is kept from then on that is nobody's business, or what is gone for good. */
  warning: 'prompts' | 'deleted' | 'trimmed' | null
  /** What is taken of the disk beyond what it would be without the change, in bytes, and from which day on; null: nothing, or nobody knows. */
  disk: { bytes: number; days: number } | null
  /** It takes the password. */
  risky: boolean
}

const lowered = ({ before, value }: Change) => Number(value) < Number(before)

const WARNINGS: Readonly<
  Partial<Record<SettingKey, { is: ChangeEffect['warning']; when: (change: Change) => boolean }>>
> = {
  'capture.level': { is: 'prompts', when: ({ value }) => value === 'FULL' },
  'retention.request_days': { is: 'deleted', when: lowered },
  'retention.hour_days': { is: 'deleted', when: lowered },
  'retention.activity_days': { is: 'deleted', when: lowered },
  'capture.days': { is: 'deleted', when: lowered },
  'capture.max_mib': { is: 'trimmed', when: lowered },
}

/** The settings that the disk depends on, each with the one that says for how many days what it is about is kept. */
const KEPT_FOR = {
  'retention.request_days': 'retention.request_days',
  'capture.level': 'capture.days',
  'capture.failed_only': 'capture.days',
  'capture.days': 'capture.days',
  'capture.max_mib': 'capture.days',
} as const satisfies Partial<Record<SettingKey, SettingKey>>

const isForDisk = (key: SettingKey): key is keyof typeof KEPT_FOR => Object.hasOwn(KEPT_FOR, key)

/** Whether what is taken of the disk has to be known to tell what a change does. */
export const changesDisk = ({ key }: Change): boolean => isForDisk(key)

/** Tells what a change does beside all others that are filled in; `typed` has them all, `seen` is undefined while it is not known. */
export function changeEffect(
  change: Change,
  { saved, typed, seen }: { saved: SettingValues; typed: SettingValues; seen: StorageView | undefined },
): ChangeEffect {
  const found = WARNINGS[change.key]
  return {
    warning: found?.when(change) ? found.is : null,
    disk: seen && isForDisk(change.key) ? diskEffect(change.key, { saved, typed, seen }) : null,
    risky: settingOf(change.key).risky === true,
  }
}

function diskEffect(
  key: keyof typeof KEPT_FOR,
  { saved, typed, seen }: { saved: SettingValues; typed: SettingValues; seen: StorageView },
): ChangeEffect['disk'] {
  const without = { ...typed, [key]: saved[key] }
  const settled = (values: SettingValues) =>
    diskForecast(seen, keepingIn(values), values['alerts.disk_percent']).settled.bytes
  const bytes = Math.round(settled(typed) - settled(without))
  const days = KEPT_FOR[key]
  // What is kept for longer is all there only then, and what is kept for less would have been.
  return bytes === 0 ? null : { bytes, days: Math.max(typed[days], without[days]) }
}
