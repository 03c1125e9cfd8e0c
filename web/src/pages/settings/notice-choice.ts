import { type Channel, type Notice, STANDARD_WAYS } from '../../../../src/core/notices.ts'
import type { Preferences } from '../../../../src/contract/preferences.ts'

/** What users are told of by itself, in the groups it is chosen in. */
export const NOTICE_GROUPS = {
  limits: ['limit_50', 'limit_80', 'limit_100'],
  account: ['key_expiry', 'odd_sign_in', 'second_factor', 'account_changed'],
  site: ['announcement', 'maintenance'],
} as const satisfies Record<string, readonly Notice[]>
export type NoticeGroup = keyof typeof NOTICE_GROUPS

type Kept = Preferences['notices']

/** What a notice takes with one way switched. */
export function switched(
  kept: Kept,
  notice: Notice,
  { channel, on }: { channel: Channel; on: boolean },
): NonNullable<Kept> {
  const others = (kept?.[notice] ?? STANDARD_WAYS[notice]).filter((one) => one !== channel)
  return { [notice]: on ? [...others, channel] : others }
}
