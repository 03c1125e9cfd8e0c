import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DayStrip } from '../../ui/offers/day-strip.tsx'
import { Who } from '../../ui/offers/who.tsx'
import { Status } from '../../ui/status.tsx'
import { ModelActions } from './model-actions.tsx'
import { TraitIcons } from './trait-icons.tsx'
import { usePicks } from './use-picks.ts'

type Props = { models: readonly OfferedModel[]; onOpen: (id: string) => void }

/** The models as cards: by choice, and on a phone. */
export function ModelCards({ models, onOpen }: Props) {
  const t = useTexts('models')
  return (
    <ul className="ml-cards" aria-label={t('tab.models')}>
      {models.map((model) => (
        <li key={model.id}>
          <ModelCard model={model} onOpen={() => onOpen(model.id)} />
        </li>
      ))}
    </ul>
  )
}

function ModelCard({ model, onOpen }: { model: OfferedModel; onOpen: () => void }) {
  const t = useTexts('models')
  const format = useFormat()
  const { picked } = usePicks()
  const { health, price: costs } = model
  const rates =
    costs === null ? [t('free'), t('free')] : [format.price(costs.input ?? null), format.price(costs.output ?? null)]
  return (
    <Card className={picked(model.id) ? 'ml-card on' : 'ml-card'}>
      <div className="row">
        <Who
          model={model}
          size={32}
          onOpen={onOpen}
          after={<CopyButton text={model.id} what={t('idOf', { name: model.display_name })} />}
        />
        <span className="sp" />
        <ModelActions model={model} copies={false} />
      </div>
      <div className="row ml-card-traits">
        <TraitIcons model={model} />
        <span className="sp" />
        {model.status !== 'healthy' && <Status state={model.status} />}
      </div>
      <dl>
        <Fact name={t('col.input')}>{rates[0]}</Fact>
        <Fact name={t('col.output')}>{rates[1]}</Fact>
        <Fact name={t('col.first')}>{format.seconds(health.first_token_p50)}</Fact>
        <Fact name={t('col.available')}>
          <span className="row">
            <DayStrip name={model.display_name} health={health} small />
            {format.percent(health.availability)}
          </span>
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="t3">{name}</dt>
      <dd className="n">{children}</dd>
    </div>
  )
}
