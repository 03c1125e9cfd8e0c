import { Columns3 } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { columnsOf, toggledColumn, type Shown } from './columns.ts'
import { useColumnName } from './request-table.tsx'

/** Chooses the columns of the list; they stand in the address. */
export function ColumnMenu({ shown }: { shown: Shown }) {
  const t = useTexts('usage')
  const reader = useReader()
  const [, change] = useSearchParams()
  const name = useColumnName()
  return (
    <Popover
      label={t('columns.choose')}
      align="end"
      trigger={(trigger) => (
        <Button kind="ghost" small className="hide" {...trigger}>
          <Icon of={Columns3} small />
          {t('columns.name')}
        </Button>
      )}
    >
      <fieldset className="rq-cols" aria-label={t('columns.choose')}>
        {columnsOf(reader).map((column) => (
          <label key={column} className="row">
            <Checkbox
              checked={shown.columns.includes(column)}
              onChange={() => change({ cols: toggledColumn(shown, column, reader) })}
            />
            {name(column)}
          </label>
        ))}
      </fieldset>
      <Button kind="ghost" small disabled={!shown.chosen} onClick={() => change({ cols: null })}>
        {t('columns.reset')}
      </Button>
    </Popover>
  )
}
