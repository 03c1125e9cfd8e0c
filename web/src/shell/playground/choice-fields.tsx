import { formatUsd, parseUsd } from '../../../../src/core/money.ts'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { masked } from '../../lib/key/key-state.ts'
import { foremost } from '../../lib/limits/meter.ts'
import { type Choices, modelsFor } from '../../lib/playground/choices.ts'
import type { Setup } from '../../lib/playground/talk.ts'
import type { Ready } from '../../lib/playground/use-talk.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Field } from '../../ui/field.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Select } from '../../ui/select.tsx'

type Props = { setup: Ready; choices: Choices; change: (patch: Partial<Setup>) => void }

/** The own key that pays. */
export function KeyField({ setup, choices, change }: Props) {
  const t = useTexts('playground')
  const format = useFormat()
  const key = choices.keys.find(({ id }) => id === setup.key)
  const left = key && leftOf(key)
  return (
    <Field
      label={t('key')}
      hint={
        key && (
          <span className="n">
            <span className="m">{masked(key)}</span>
            {left && ` · ${t('keyLeft', { amount: format.usd(left) })}`}
          </span>
        )
      }
    >
      {(wiring) => (
        <Select
          wiring={wiring}
          value={setup.key}
          onChange={(next) => change({ key: next })}
          options={choices.keys.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Field>
  )
}

/** What a key may still spend under the limit that ends first; null when none is on cost. */
function leftOf(key: ApiKey): string | null {
  const limit = foremost(key.limits)
  if (limit?.metric !== 'cost') return null
  const left = (parseUsd(limit.max) ?? 0n) - (parseUsd(limit.used) ?? 0n)
  return formatUsd(left > 0n ? left : 0n)
}

/** The model that answers, or the one beside it. */
export function ModelField({ setup, choices, change, place }: Props & { place: 'model' | 'second' }) {
  const t = useTexts('playground')
  const key = choices.keys.find(({ id }) => id === setup.key)
  const label = setup.second === null ? t('model') : t(place === 'model' ? 'modelA' : 'modelB')
  return (
    <Field label={label}>
      {(wiring) => (
        <Select
          wiring={wiring}
          value={setup[place]}
          placeholder={t('pick')}
          onChange={(next) => change({ [place]: next })}
          options={modelsFor(key, choices).map(({ id, vendor }) => ({
            value: id,
            label: (
              <span className="row">
                <MarkTile names={[id, vendor]} size={14} bare />
                <span className="m el">{id}</span>
              </span>
            ),
          }))}
        />
      )}
    </Field>
  )
}
