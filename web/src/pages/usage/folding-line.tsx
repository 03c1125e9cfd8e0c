import { useState, type ComponentProps } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { BreakdownLine } from './breakdown-line.tsx'
import { FIGURES_OF } from './breakdown-sort.ts'
import { FoldButton } from './fold-button.tsx'
import { useParts, type Parts } from './within.ts'

type Props = Omit<ComponentProps<typeof BreakdownLine>, 'fold' | 'nested'> & { parts: Parts }

/** A row of the breakdown that unfolds into its parts. */
export function FoldingLine({ parts, ...line }: Props) {
  const [isOpen, setOpen] = useState(false)
  const fold = (
    <FoldButton within={parts.within} name={line.shown.name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
  )
  return (
    <>
      <BreakdownLine {...line} fold={fold} />
      {isOpen && <PartLines key={parts.within} parts={parts} {...line} />}
    </>
  )
}

function PartLines({ parts, shown, digits, total, most }: Props) {
  const t = useTexts('usage')
  const columns = FIGURES_OF[useScope()].length + 2
  const { query, rows, more, showAll, pick } = useParts(parts, shown)
  if (!rows) {
    return (
      <tr className="bg-sunken">
        <td colSpan={columns} className="us-nested">
          {query.error ? (
            <ErrorLine error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton>
              <Bone width="40%" />
            </Skeleton>
          )}
        </td>
      </tr>
    )
  }
  return (
    <>
      {rows.map((part) => (
        <BreakdownLine
          key={part.row.id}
          shown={part}
          {...{ digits, total, most }}
          chosen={false}
          nested
          onPick={() => pick(part.row.id)}
        />
      ))}
      {more !== undefined && (
        <tr className="bg-sunken">
          <td colSpan={columns} className="us-nested">
            <button type="button" className="link" onClick={showAll}>
              {t('showAll', { count: more })}
            </button>
          </td>
        </tr>
      )}
    </>
  )
}
