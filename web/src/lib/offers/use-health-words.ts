import type { Incident, Tick } from '../../../../src/contract/catalogue.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../clock.ts'
import type { Voice } from '../format.ts'
import { useFormat } from '../use-format.ts'
import { two, wallOf, wallOfPresent } from '../zone.ts'

/** A stretch of time on the wall clock: `14:00–15:00` today, `11-18 14:00–15:00` on another day. */
export function stretch(from: number, lengthMs: number, voice: Voice): string {
  const start = wallOf(from, voice.zone)
  const today = wallOfPresent(voice.now, voice.zone)
  const date = start.month === today.month && start.day === today.day ? '' : `${two(start.month)}-${two(start.day)} `
  const end = wallOf(from + lengthMs, voice.zone)
  return `${date}${timeOfDay(justMinutes(start), voice)}–${timeOfDay(justMinutes(end), voice)}`
}

const justMinutes = ({ hour, minute }: { hour: number; minute: number }) => ({ hour, minute })

/** So many models of an incident are named. */
const NAMED = 3

/** The words for how somebody does: of a tick, and of an incident. */
export function useHealthWords() {
  const t = useTexts('health')
  const format = useFormat()
  const { voice } = format

  const failures = ({ failed: count, limited }: Tick): string => {
    const n = format.count(count)
    if (limited === count) return t('tick.limited', { count, n })
    return limited === 0 ? t('tick.errors', { count, n }) : t('tick.both', { count, n, limited: format.count(limited) })
  }

  const tick = (one: Tick, lengthMs: number): string => {
    const time = stretch(Date.parse(one.at), lengthMs, voice)
    if (one.availability === null) return `${time} · ${t('tick.none')}`
    const share = t('tick.share', { share: format.percent(one.availability) })
    const slow = one.trouble === 'slow' ? [t('tick.slow')] : []
    return [time, share, ...(one.failed > 0 ? [failures(one)] : []), ...slow].join(' · ')
  }

  /** The models an incident was felt with; null where none is named. */
  const affected = ({ models }: Incident): string | null => {
    if (models.length === 0) return null
    const names = models.slice(0, NAMED).join(t('comma'))
    const more = models.length - NAMED
    return more > 0 ? t('incident.modelsMore', { names, count: more }) : t('incident.models', { names })
  }

  const what = ({ trouble, failed_share, first_token_p50, usual_first_token_p50 }: Incident): string => {
    if (trouble !== 'slow') return t(`incident.${trouble}`, { share: format.percent(failed_share) })
    return t('incident.slow', { usual: format.seconds(usual_first_token_p50), now: format.seconds(first_token_p50) })
  }

  const span = (ms: number): string => {
    const all = Math.max(1, Math.round(ms / MINUTE_MS))
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    if (hours === 0) return t('incident.minutes', { count: minutes })
    return minutes === 0 ? t('incident.hours', { hours }) : t('incident.hoursMinutes', { hours, minutes })
  }

  const lasted = ({ from, to }: Incident): number => (to === null ? voice.now : Date.parse(to)) - Date.parse(from)

  /** When it began, what it was and how long it took, in a few words. */
  const brief = (incident: Incident): string => {
    const facts = { time: format.when(incident.from), kind: t(`incident.kind.${incident.trouble}`) }
    if (incident.to === null) return t('incident.stillLasting', facts)
    return t('incident.lasted', { ...facts, span: span(lasted(incident)) })
  }

  return { tick, what, affected, brief, span, lasted }
}
