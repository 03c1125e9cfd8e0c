import { Columns3 } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { toggledColumn, type Columns, type ShownColumns } from '../lib/columns.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Icon } from './icon.tsx'
import { Popover } from './popover.tsx'

type Props<C extends string> = {
  shown: ShownColumns<C>
  of: Columns<C>
  name: (column: C) => string
  /** Stands in a quiet row of small buttons. */
  small?: boolean
}

/** Chooses the columns of a table; they stand in the address. */
export function ColumnMenu<C extends string>({ shown, of, name, small = false }: Props<C>) {
  const t = useTexts('ui')
  const [, change] = useSearchParams()
  return (
    <Popover
      label={t('columns.choose')}
      align="end"
      trigger={(trigger) => (
        <Button {...(small && { kind: 'ghost', small })} className="hide" {...trigger}>
          <Icon of={Columns3} small />
          {t('columns.name')}
        </Button>
      )}
    >
      <fieldset className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1 pb-2 text-cell" aria-label={t('columns.choose')}>
        {of.all.map((column) => (
          <label key={column} className="row min-h-6.5">
            <Checkbox
              checked={shown.columns.includes(column)}
              onChange={() => change({ cols: toggledColumn(shown.columns, column, of) })}
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
