import { useState } from 'react'
import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { failedShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import type { ShownRow } from './breakdown.tsx'
import { MANY_FAILURES } from './breakdown-line.tsx'
import { FoldButton } from './fold-button.tsx'
import { useParts, type Parts } from './within.ts'

type Props = {
  rows: readonly ShownRow[]
  digits: 2 | 4
  total: Totals | undefined
  /** What each card is unfolded by. */
  parts: Parts | undefined
  onPick: (id: string) => void
}

/** The breakdown for narrow screens: two lines a row. */
export function BreakdownCards({ rows, digits, total, parts, onPick }: Props) {
  return (
    <div className="px-4">
      {rows.map((shown) => {
        const card = { shown, digits, total, onPick: () => onPick(shown.row.id) }
        const key = JSON.stringify([parts?.by, shown.row.id])
        return parts ? <FoldingCard key={key} {...card} parts={parts} /> : <Card key={key} {...card} />
      })}
    </div>
  )
}

type CardProps = Pick<Props, 'digits' | 'total'> & { shown: ShownRow; onPick: () => void }

function Card({ shown: { row, name, colour }, digits, total, onPick }: CardProps) {
  const t = useTexts('usage')
  const format = useFormat()
  const all = format.plotted(total?.cost ?? '0')
  const failed = failedShare(row.current) ?? 0
  return (
    <button type="button" className="us-card" onClick={onPick}>
      <span className="el">
        <i className="cdot" style={{ background: colour }} /> {name}
      </span>
      <b className="b n">{format.usd(row.current.cost, digits)}</b>
      <span className="t3 r">{format.percent(all > 0 ? format.plotted(row.current.cost) / all : null)}</span>
      <span className="row broad t3 n">
        <span>{t('requestsCount', { count: row.current.requests, n: format.count(row.current.requests) })}</span>
        <span>{t('tokensCount', { count: tokensOf(row.current), n: format.tokens(tokensOf(row.current)) })}</span>
        <span className="row">
          <span>
            {t('firstToken')} {format.seconds(row.current.first_token_p50)}
          </span>
          <span className={failed > MANY_FAILURES ? 'warn' : ''}>
            {t('failedShort', { share: format.percent(failed) })}
          </span>
        </span>
      </span>
    </button>
  )
}

type FoldingProps = CardProps & { parts: Parts }

function FoldingCard({ parts, ...card }: FoldingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="us-folding">
      <FoldButton within={parts.within} name={card.shown.name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <Card {...card} />
      {isOpen && <PartCards key={parts.within} parts={parts} {...card} />}
    </div>
  )
}

function PartCards({ parts, shown, digits, total }: FoldingProps) {
  const t = useTexts('usage')
  const { query, rows, more, showAll, pick } = useParts(parts, shown)
  return (
    <div className="us-parts-in">
      {rows?.map((part) => (
        <Card key={part.row.id} shown={part} {...{ digits, total }} onPick={() => pick(part.row.id)} />
      ))}
      {!rows && query.error && <ErrorLine error={query.error} onRetry={() => void query.refetch()} />}
      {!rows && !query.error && (
        <Skeleton className="py-3">
          <Bone width="60%" />
        </Skeleton>
      )}
      {more !== undefined && (
        <button type="button" className="link py-2" onClick={showAll}>
          {t('showAll', { count: more })}
        </button>
      )}
    </div>
  )
}
