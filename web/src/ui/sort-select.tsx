import type { Sort } from '../../../src/contract/common.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Select } from './select.tsx'
import type { Sorting } from './table.tsx'

type Props<C extends string> = Sorting<C> & {
  /** What can be ordered by, as the heads of the table call it; what is `large` first there is so here. */
  columns: readonly { column: C; name: string; large?: boolean }[]
}

/** How the cards of a list are ordered: where a table has no room, there are no heads to press. */
export function SortSelect<C extends string>({ columns, sort, onSort }: Props<C>) {
  const t = useTexts('ui')
  const options = columns.flatMap(({ column, name, large = false }) => {
    const rising: { value: Sort<C>; label: string } = { value: column, label: t('sort.rising', { name }) }
    const falling: { value: Sort<C>; label: string } = { value: `-${column}`, label: t('sort.falling', { name }) }
    return large ? [falling, rising] : [rising, falling]
  })
  return (
    <div className="row border-b border-line px-4 py-2">
      <span className="t2 nw text-cell" aria-hidden="true">
        {t('sort.by')}
      </span>
      <Select
        label={t('sort.by')}
        options={options}
        value={sort}
        onChange={(next) => {
          const chosen = options.find(({ value }) => value === next)
          if (chosen) onSort(chosen.value)
        }}
      />
    </div>
  )
}
