import { useQuery } from '@tanstack/react-query'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usePreference } from '../../lib/preferences.ts'
import { ask } from '../../lib/query.ts'
import { PRESETS } from '../../lib/time-range.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Row } from './row.tsx'
import { Section } from './section.tsx'
import { useSaving } from './use-saving.ts'

/** No choice of one's own; no model is called that, because a name has no space. */
const OPEN = 'no choice'

/** What pages begin with when the address says nothing. */
export function Defaults() {
  const t = useTexts('settings')
  return (
    <Section id="defaults" remark={t('defaults.remark')}>
      <Range />
      <Model />
    </Section>
  )
}

function Range() {
  const t = useTexts('settings')
  const charts = useTexts('charts')
  const chosen = usePreference('range')
  const { saving, save } = useSaving()
  const options = [
    { value: OPEN, label: t('range.open') },
    ...PRESETS.map((value) => ({ value, label: charts(`range.${value}`) })),
  ]
  return (
    <Row label={t('range.label')} hint={t('range.hint')} saving={saving}>
      <Select
        className="wide"
        label={t('range.label')}
        options={options}
        value={chosen ?? OPEN}
        onChange={(next) => save({ range: PRESETS.find((preset) => preset === next) })}
      />
    </Row>
  )
}

function Model() {
  const t = useTexts('settings')
  const chosen = usePreference('model')
  const models = useQuery(ask(listModels))
  const { saving, save } = useSaving()
  const ids = models.data?.items.filter(({ kind }) => kind === 'chat').map(({ id }) => id) ?? []
  // One that is gone stays visible, or the choice would look like none.
  const shown = chosen === undefined || ids.includes(chosen) ? ids : [chosen, ...ids]
  const options = [{ value: OPEN, label: t('model.open') }, ...shown.map((id) => ({ value: id, label: id }))]
  return (
    <Row label={t('model.label')} hint={t('model.hint')} saving={saving}>
      {models.isError && !models.data ? (
        <ErrorLine error={models.error} onRetry={() => void models.refetch()} />
      ) : (
        <Select
          className="wide"
          label={t('model.label')}
          options={options}
          value={chosen ?? OPEN}
          onChange={(next) => save({ model: next === OPEN ? undefined : next })}
        />
      )}
    </Row>
  )
}
