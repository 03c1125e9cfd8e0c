import type { Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { MarkTile } from '../../ui/mark-tile.tsx'

/** What a model is called, by which other names it is asked for, and the way to it. */
export function ModelName({ model }: { model: Model }) {
  const t = useTexts('providers')
  const [, setSearch] = useSearchParams()
  const aliases = model.aliases.length > 0 ? t('modelList.alias', { names: model.aliases.join(', ') }) : ''
  const under = [model.display_name === model.id ? '' : model.id, aliases].filter(Boolean).join(' · ')
  return (
    <div className="row gap12 min-w-0">
      <MarkTile names={[model.id, model.vendor, model.display_name || model.id]} />
      <div className="grid min-w-36 leading-[18px]">
        <button
          type="button"
          className="el max-w-80 text-left font-semibold hover:text-accent"
          onClick={() => setSearch({ model: model.id }, { push: true })}
        >
          {model.display_name || model.id}
        </button>
        {under !== '' && (
          <span className="t3 el max-w-80" title={under}>
            {under}
          </span>
        )}
      </div>
    </div>
  )
}
