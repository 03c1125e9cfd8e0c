import { Check } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useWidth } from '../../charts/use-width.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { NONE } from '../../lib/format.ts'
import { useLocale } from '../../lib/locale.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { ModelName, Out, useFacts } from './compare-facts.tsx'
import { CompareTurned } from './compare-turned.tsx'
import { has, TRAITS } from './traits.ts'

/** How wide a column of each fact is altogether, and how much wider where amounts are in yuan, which have more digits. */
const ROOM = { 'zh-CN': 975, en: 1110 } as const
const ROOM_OF_YUAN = 36

/** Models side by side, each in a row where there is room for one, else in a column. */
export function CompareTable({ models }: { models: readonly OfferedModel[] }) {
  const locale = useLocale()
  const { money } = useFormat()
  const [watch, width] = useWidth()
  const room = ROOM[locale] + (money.sign === '¥' ? ROOM_OF_YUAN : 0)
  return (
    <div ref={watch}>{width > 0 && width < room ? <CompareTurned models={models} /> : <Rows models={models} />}</div>
  )
}

function Rows({ models }: { models: readonly OfferedModel[] }) {
  const t = useTexts('models')
  const facts = useFacts(models)
  return (
    <Table label={t('compare.label')} className="ml-compare">
      <thead>
        <tr>
          <th scope="col">{t('col.model')}</th>
          {facts.map(({ name, isPrice }) => (
            <th key={name} scope="col" className={isPrice ? 'r ml-ratio-head' : 'r'}>
              {name}
            </th>
          ))}
          {TRAITS.map((trait) => (
            <th key={trait} scope="col" className="ml-has">
              {t(`short.${trait}`)}
            </th>
          ))}
          <th scope="col">
            <span className="vh">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model, at) => (
          <tr key={model.id}>
            <th scope="row">
              <ModelName model={model} />
            </th>
            {facts.map(({ name, cells }) => (
              <td key={name} className="r">
                {cells[at]}
              </td>
            ))}
            <Traits model={model} />
            <td className="r">
              <Out model={model} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Traits({ model }: { model: OfferedModel }) {
  const t = useTexts('models')
  return TRAITS.map((trait) => (
    <td key={trait} className="ml-has">
      {has(model, trait) ? (
        <Icon of={Check} small className="ok" label={t('compare.yes')} />
      ) : (
        <span className="t3">
          <span aria-hidden="true">{NONE}</span>
          <span className="vh">{t('compare.no')}</span>
        </span>
      )}
    </td>
  ))
}
