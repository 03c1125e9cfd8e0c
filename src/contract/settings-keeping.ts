import type { Keeping } from '../core/storage-forecast.ts'
import type { SettingValues } from './settings.ts'

const MIB = 1024 * 1024

/** What the settings mean for what requests take. */
export const keepingIn = (values: SettingValues): Keeping => ({
  level: values['capture.level'],
  failedOnly: values['capture.failed_only'],
  rowDays: values['retention.request_days'],
  captureDays: values['capture.days'],
  mostCaptured: values['capture.max_mib'] * MIB,
})
