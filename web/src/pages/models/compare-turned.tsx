import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Table } from '../../ui/table.tsx'
import { ModelName, Out, useFacts } from './compare-facts.tsx'
import { TraitIcons } from './trait-icons.tsx'

/** Models side by side where there is no room for a column of each fact: a column of each model. */
export function CompareTurned({ models }: { models: readonly OfferedModel[] }) {
  const t = useTexts('models')
  return (
    <Table label={t('compare.label')} className="ml-compare ml-turned">
      <thead>
        <tr>
          <th scope="col">{t('col.model')}</th>
          {models.map((model) => (
            <th key={model.id} scope="col" className="r">
              <span className="row gap4 justify-end">
                <ModelName model={model} />
                <Out model={model} />
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {useFacts(models).map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {models.map(({ id }, at) => (
              <td key={id} className="r">
                {cells[at]}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t('col.abilities')}</th>
          {models.map((model) => (
            <td key={model.id}>
              <span className="row justify-end">
                <TraitIcons model={model} />
              </span>
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  )
}
