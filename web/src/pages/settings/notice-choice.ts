import type { Channel, Notice, Preferences } from '../../../../src/contract/preferences.ts'

/** What users are told of by itself, in the groups it is chosen in. */
export const NOTICE_GROUPS = {
  limits: { limit_50: ['console'], limit_80: ['console', 'email'], limit_100: ['console', 'email'] },
  account: { key_expiry: ['console', 'email'], odd_sign_in: ['console', 'email'], account_changed: ['console'] },
  site: { announcement: ['console'], maintenance: ['console', 'email'] },
} as const satisfies Record<string, Partial<Record<Notice, readonly Channel[]>>>
export type NoticeGroup = keyof typeof NOTICE_GROUPS

const STANDARD: Partial<Record<Notice, readonly Channel[]>> = {
  ...NOTICE_GROUPS.limits,
  ...NOTICE_GROUPS.account,
  ...NOTICE_GROUPS.site,
}

/** What nobody may miss in the console. */
const ALWAYS: readonly Notice[] = ['limit_100', 'odd_sign_in']

/** Whether a notice takes a way whatever is chosen. */
export const isFixed = (notice: Notice, channel: Channel): boolean => channel === 'console' && ALWAYS.includes(notice)

type Kept = Preferences['notices']

/** Whether a notice takes a way. */
export function takes(kept: Kept, notice: Notice, channel: Channel): boolean {
  return isFixed(notice, channel) || (kept?.[notice] ?? STANDARD[notice] ?? []).includes(channel)
}

/** The choices with one way of a notice switched. */
export function switched(kept: Kept, notice: Notice, { channel, on }: { channel: Channel; on: boolean }): Kept {
  const others = (kept?.[notice] ?? STANDARD[notice] ?? []).filter((one) => one !== channel)
  return { ...kept, [notice]: on ? [...others, channel] : others }
}
