import { useMemo } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { LANGUAGE_NAMES, LOCALES, useLocale } from '../../lib/locale.ts'
import { useMinute } from '../../lib/now.ts'
import { usePreference } from '../../lib/preferences.ts'
import { saveMe } from '../../lib/save-me.ts'
import { useUser } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { speak } from '../../lib/speak.ts'
import { useClock, useZone } from '../../lib/use-format.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { browserZone, wallOfPresent } from '../../lib/zone.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Choice, Row } from './row.tsx'
import { Section } from './section.tsx'
import { useSaving } from './use-saving.ts'

/** Language, zone, clock, calendar and money. */
export function Region() {
  const t = useTexts('settings')
  const clock = useClock()
  return (
    <Section id="region">
      <Language />
      <Zone />
      <Choice
        name="hour_cycle"
        label={t('clock.label')}
        hint={t('clock.hint', { time: timeOfDay({ hour: 14, minute: 32, second: 8 }, clock) })}
        options={[
          { value: 'h23', label: t('clock.h23') },
          { value: 'h12', label: t('clock.h12') },
        ]}
      />
      <Choice
        name="week_start"
        label={t('week.label')}
        hint={t('week.hint')}
        options={[
          { value: 'monday', label: t('week.monday') },
          { value: 'sunday', label: t('week.sunday') },
        ]}
      />
      <Currency />
    </Section>
  )
}

function Language() {
  const t = useTexts('settings')
  const language = useLocale()
  const { saving, follow } = useSaving()
  return (
    <Row label={t('language')} saving={saving}>
      <Segmented
        label={t('language')}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        value={language}
        onChange={(next) => follow(speak(next))}
      />
    </Row>
  )
}

const FOLLOW = 'browser'

/** The zones to choose from. Browsers leave out UTC, and know some by their old names alone: a chosen one stays visible, or the choice would look like none. */
const zonesWith = (chosen: string | null): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen === null ? [] : [chosen])])].toSorted()

function Zone() {
  const t = useTexts('settings')
  const chosen = useUser()?.timezone ?? null
  const zone = useZone()
  const now = useMinute()
  const clock = useClock()
  const { saving, follow } = useSaving()
  const options = useMemo(
    () => [
      { value: FOLLOW, label: t('zone.browser', { zone: browserZone() }) },
      ...zonesWith(chosen).map((name) => ({ value: name, label: name })),
    ],
    [t, chosen],
  )
  const save = (next: string) => follow(saveMe({ timezone: next === FOLLOW ? null : next }))
  const { hour, minute } = wallOfPresent(now, zone)
  return (
    <Row
      label={t('zone.label')}
      hint={t('zone.hint', { time: timeOfDay({ hour, minute }, clock), offset: offsetName(now, zone) })}
      saving={saving}
    >
      <Select className="wide" label={t('zone.label')} options={options} value={chosen ?? FOLLOW} onChange={save} />
    </Row>
  )
}

function Currency() {
  const t = useTexts('settings')
  const site = useSite()
  const chosen = usePreference('currency') ?? site.currency
  const { saving, save } = useSaving()
  const rate = site.cny_rate
  return (
    <Row
      label={t('currency.label')}
      hint={rate === undefined ? t('currency.none') : t('currency.hint', { rate })}
      saving={saving}
    >
      <Segmented
        label={t('currency.label')}
        value={rate === undefined ? 'USD' : chosen}
        options={[
          { value: 'USD', label: 'USD $' },
          { value: 'CNY', label: 'CNY ¥', disabled: rate === undefined },
        ]}
        onChange={(currency) => save({ currency })}
      />
    </Row>
  )
}
