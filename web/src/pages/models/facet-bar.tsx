import { PanelLeftClose } from 'lucide-react'
import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Facets } from './facets.tsx'
import { filterCount, NO_FILTER, type ModelFilter } from './model-filter.ts'

/** What the filters are given; `models` are all that are offered, so that each value can say how many have it. */
export type FacetProps = {
  models: readonly OfferedModel[]
  filter: ModelFilter
  onChange: (patch: Partial<ModelFilter>) => void
}

/** The filters beside the list, where there is room for them. */
export function FacetBar({ onFold, ...facets }: FacetProps & { onFold: () => void }) {
  const t = useTexts('models')
  const [, change] = useSearchParams()
  return (
    <aside className="ml-facets" aria-label={t('filter')}>
      <div className="row ml-facets-head">
        <b>{t('filter')}</b>
        <span className="sp" />
        {filterCount(facets.filter) > 0 && (
          <button type="button" className="link" onClick={() => change({ ...NO_FILTER, q: facets.filter.q })}>
            {t('clear')}
          </button>
        )}
        <Button kind="ghost" small icon aria-label={t('fold')} title={t('fold')} onClick={onFold}>
          <Icon of={PanelLeftClose} small />
        </Button>
      </div>
      <Facets {...facets} />
    </aside>
  )
}
