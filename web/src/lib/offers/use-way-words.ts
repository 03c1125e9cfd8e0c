import type { WayTick } from '../../../../src/contract/provider-strips.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { failureWords } from '../traffic/failure-words.ts'
import { useFormat } from '../use-format.ts'
import { stretch } from './use-health-words.ts'

/** The words for what an endpoint or a credential was asked in a tick, line by line. */
export function useWayWords(): (tick: WayTick, lengthMs: number) => string[] {
  const t = useTexts('health')
  const requests = useTexts('requests')
  const format = useFormat()
  return ({ at, availability, asked, failed, failures, first_token_p50: firstToken }: WayTick, lengthMs: number) => {
    const time = stretch(Date.parse(at), lengthMs, format.voice)
    if (availability === null) return [time, t('way.none')]
    const told = failures.map(({ class: kind, count }) => ({
      name: /^http_(\d{3})$/.exec(kind)?.[1] ?? failureWords(kind, requests).words ?? kind,
      count,
    }))
    const rest = failed - failures.reduce((sum, { count }) => sum + count, 0)
    if (rest > 0) told.push({ name: t('way.rest'), count: rest })
    const classes = told.map(({ name, count }) => t('way.class', { name, n: format.count(count) })).join(t('comma'))
    return [
      time,
      t('way.success', { count: asked, share: format.percent(availability), n: format.count(asked) }),
      ...(failed > 0 ? [t('way.failed', { count: failed, n: format.count(failed), classes })] : []),
      ...(firstToken === null ? [] : [t('way.firstToken', { time: format.seconds(firstToken) })]),
    ]
  }
}
