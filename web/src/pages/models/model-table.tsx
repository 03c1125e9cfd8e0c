import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { DayCell } from '../../ui/offers/day-strip.tsx'
import { unlessButton } from '../../ui/offers/unless-button.ts'
import { Who } from '../../ui/offers/who.tsx'
import { Status } from '../../ui/status.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { ModelActions } from './model-actions.tsx'
import { TraitIcons } from './trait-icons.tsx'
import { usePicks } from './use-picks.ts'

/** The columns that are given up where there is little room, those first that a model’s drawer tells as well, as classes of their cells. */
const NARROW = {
  providers: '@max-[965px]:hidden',
  abilities: '@max-[890px]:hidden',
  speed: '@max-[780px]:hidden',
  size: '@max-[725px]:hidden',
  first: '@max-[645px]:hidden',
} as const

type Props = { models: readonly OfferedModel[]; onOpen: (id: string) => void }

/** The models as rows. */
export function ModelTable({ models, onOpen }: Props) {
  const t = useTexts('models')
  const { sign } = useFormat().money
  return (
    <Table label={t('tab.models')} className="gives ml-table">
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t('col.model')}
          </th>
          <th scope="col" rowSpan={2} className={NARROW.abilities}>
            {t('col.abilities')}
          </th>
          <th scope="col" rowSpan={2} className={`r ${NARROW.size}`}>
            <TwoLines under={t('col.maxOutput')}>{t('col.context')}</TwoLines>
          </th>
          <th scope="colgroup" colSpan={3} className="ml-prices">
            <span>{t('col.prices', { sign })}</span>
          </th>
          {(['first', 'speed'] as const).map((column) => (
            <th key={column} scope="col" rowSpan={2} className={`r ${NARROW[column]}`}>
              {t(`col.${column}`)}
            </th>
          ))}
          <th scope="col" rowSpan={2}>
            {t('col.available')}
          </th>
          <th scope="col" rowSpan={2} className={`r ${NARROW.providers}`}>
            {t('col.providers')}
          </th>
          <th scope="col" rowSpan={2}>
            {t('col.actions')}
          </th>
        </tr>
        <tr>
          {(['input', 'output', 'cacheRead'] as const).map((column) => (
            <th key={column} scope="col" className="r">
              {t(`col.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} model={model} onOpen={() => onOpen(model.id)} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ model, onOpen }: { model: OfferedModel; onOpen: () => void }) {
  const format = useFormat()
  const { picked } = usePicks()
  const { health, price: costs } = model
  return (
    <tr className={picked(model.id) ? 'open sel' : 'open'} onClick={unlessButton(onOpen)}>
      <td>
        <div className="row">
          <Who model={model} onOpen={onOpen} />
          {model.status !== 'healthy' && <Status state={model.status} />}
        </div>
      </td>
      <td className={NARROW.abilities}>
        <TraitIcons model={model} />
      </td>
      <td className={`r ${NARROW.size}`}>
        <TwoLines under={sizeText(model.max_output)}>{sizeText(model.context)}</TwoLines>
      </td>
      <Prices costs={costs} />
      <td className={`r ${NARROW.first}`}>{format.seconds(health.first_token_p50)}</td>
      <td className={`r ${NARROW.speed}`}>
        {health.tokens_per_second === null ? NONE : Math.round(health.tokens_per_second)}
      </td>
      <td>
        <DayCell name={model.display_name} health={health} />
      </td>
      <td className={`r ${NARROW.providers}`} title={model.providers.map(({ name }) => name).join(' · ')}>
        {model.providers.length}
      </td>
      <td>
        <ModelActions model={model} />
      </td>
    </tr>
  )
}

function Prices({ costs }: { costs: OfferedModel['price'] }) {
  const t = useTexts('models')
  const { price } = useFormat()
  if (costs === null) {
    return (
      <td className="r t2" colSpan={3}>
        {t('free')}
      </td>
    )
  }
  return (
    <>
      <td className="r">{price(costs.input ?? null)}</td>
      <td className="r">{price(costs.output ?? null)}</td>
      <td className="r t2">{price(costs.cache_read ?? null)}</td>
    </>
  )
}
