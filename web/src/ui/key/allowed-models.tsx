import { useTexts } from '../../i18n/use-texts.ts'
import { MarkTile } from '../mark-tile.tsx'
import { Popover } from '../popover.tsx'

/** All models, or how many: a press shows which. */
export function AllowedModels({ models }: { models: readonly string[] | null }) {
  const t = useTexts('keys')
  if (models === null) return <span className="t2">{t('models.all')}</span>
  return (
    <Popover
      label={t('col.models')}
      trigger={(props) => (
        <button type="button" {...props} className="keys-pop">
          {t('models.some', { count: models.length })}
        </button>
      )}
    >
      <ul className="col gap4 text-cell">
        {models.map((model) => (
          <li key={model} className="row">
            <MarkTile names={[model]} size={14} bare />
            <span className="el">{model}</span>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
