import { invalid } from './errors.ts'

/** Refuses a time zone this machine does not know; null and undefined name none. */
export function requireZone(field: string, zone: string | null | undefined): void {
  if (zone === null || zone === undefined) return
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    throw invalid({ [field]: { zh: '未知的时区', en: 'This time zone is not known' } })
  }
}
