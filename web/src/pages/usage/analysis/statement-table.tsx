import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Statement, StatementAmounts } from '../../../../../src/contract/statement.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { usdDigits } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { ByWidth } from '../../../ui/by-width.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Table } from '../../../ui/table.tsx'
import { useValueName } from '../value-name.ts'
import { groupsOf, type Group, type StatementBy } from './statement-groups.ts'

/** More rows than these stand behind a button. */
const SHOWN = 50

type Props = { statement: Statement; by: StatementBy }

/** Each user or model with what it came to; one that is opened shows of what. */
export function StatementTable({ statement, by }: Props) {
  const t = useTexts('analysis')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  const groups = groupsOf(statement, by)
  const toggle = (id: string) =>
    setOpen((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])))
  const rows: RowsProps = {
    groups: groups.slice(0, all ? undefined : SHOWN),
    total: statement.total,
    by,
    digits: usdDigits(groups.map(({ amounts }) => amounts.charged)),
    open,
    onToggle: toggle,
  }
  return (
    <>
      <ByWidth table={<Rows {...rows} />} cards={<Cards {...rows} />} />
      {groups.length > SHOWN && (
        <div className="foot">
          <Button small onClick={() => setAll(!all)}>
            {all ? t('statement.fewer') : t('statement.all', { count: groups.length })}
          </Button>
        </div>
      )}
    </>
  )
}

type RowsProps = {
  groups: readonly Group[]
  total: StatementAmounts
  by: StatementBy
  digits: 2 | 4
  open: ReadonlySet<string>
  onToggle: (id: string) => void
}

const NUMBERS = ['requests', 'tokens', 'charged', 'part', 'upstream_cost', 'margin', 'margin_share'] as const

function Rows({ groups, total, by, digits, open, onToggle }: RowsProps) {
  const t = useTexts('analysis')
  return (
    <Table label={t('statement.title')}>
      <thead>
        <tr>
          <th scope="col">{t(`statement.form_${by}`)}</th>
          {NUMBERS.map((name) => (
            <th key={name} scope="col" className="r">
              {t(`statement.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRows
            key={group.id}
            group={group}
            {...{ by, digits, total }}
            isOpen={open.has(group.id)}
            onToggle={() => onToggle(group.id)}
          />
        ))}
        <tr className="tot">
          <td>{t('reconcile.total')}</td>
          <Figures amounts={total} total={total} digits={digits} />
        </tr>
      </tbody>
    </Table>
  )
}

type GroupProps = Omit<RowsProps, 'groups' | 'open' | 'onToggle'> & {
  group: Group
  isOpen: boolean
  onToggle: () => void
}

function GroupRows({ group, by, digits, total, isOpen, onToggle }: GroupProps) {
  const valueName = useValueName()
  const other = by === 'user' ? 'model' : 'user'
  return (
    <>
      <tr className="open" onClick={onToggle}>
        <td>
          <button type="button" className="row min-w-0 text-left" aria-expanded={isOpen}>
            <Icon of={isOpen ? ChevronDown : ChevronRight} small className="t3" />
            <span className="el">{valueName(by, group.id, group.name)}</span>
          </button>
        </td>
        <Figures amounts={group.amounts} total={total} digits={digits} />
      </tr>
      {isOpen &&
        group.parts.map((part) => (
          <tr key={part.id} className="bg-sunken">
            <td className="t2 pl-10!">{valueName(other, part.id, part.name)}</td>
            <Figures amounts={part.amounts} total={total} digits={digits} />
          </tr>
        ))}
    </>
  )
}

type FiguresProps = { amounts: StatementAmounts; total: StatementAmounts; digits: 2 | 4 }

function Figures({ amounts, total, digits }: FiguresProps) {
  const format = useFormat()
  const all = format.plotted(total.charged)
  const lost = amounts.margin.startsWith('-') ? 'r err' : 'r'
  return (
    <>
      <td className="r">{format.count(amounts.requests)}</td>
      <td className="r" title={format.exact(amounts.tokens)}>
        {format.tokens(amounts.tokens)}
      </td>
      <td className="r" title={format.usdExact(amounts.charged)}>
        {format.usd(amounts.charged, digits)}
      </td>
      <td className="r t2">{format.percent(all > 0 ? format.plotted(amounts.charged) / all : null)}</td>
      <td className="r t2" title={format.usdExact(amounts.upstream_cost)}>
        {format.usd(amounts.upstream_cost, digits)}
      </td>
      <td className={lost} title={format.usdExact(amounts.margin)}>
        {format.usd(amounts.margin, digits)}
      </td>
      <td className={lost}>{format.percent(shareOf(amounts))}</td>
    </>
  )
}

const shareOf = ({ margin_share: share }: StatementAmounts) => (share === null ? null : Number(share))

/** The same for a phone. */
function Cards({ groups, total, by, digits, open, onToggle }: RowsProps) {
  const t = useTexts('analysis')
  const valueName = useValueName()
  const other = by === 'user' ? 'model' : 'user'
  return (
    <ul aria-label={t('statement.title')}>
      {groups.map(({ id, name, amounts, parts }) => (
        <li key={id} className="rowcard">
          <button
            type="button"
            className="row min-w-0 text-left"
            aria-expanded={open.has(id)}
            onClick={() => onToggle(id)}
          >
            <Icon of={open.has(id) ? ChevronDown : ChevronRight} small />
            <b className="el font-semibold">{valueName(by, id, name)}</b>
          </button>
          <CardFigures amounts={amounts} digits={digits} />
          {open.has(id) &&
            parts.map((part) => (
              <div key={part.id} className="grid gap-1 border-t border-line pt-2">
                <span className="t2 el">{valueName(other, part.id, part.name)}</span>
                <CardFigures amounts={part.amounts} digits={digits} />
              </div>
            ))}
        </li>
      ))}
      <li className="rowcard">
        <b className="font-semibold">{t('reconcile.total')}</b>
        <CardFigures amounts={total} digits={digits} />
      </li>
    </ul>
  )
}

function CardFigures({ amounts, digits }: Omit<FiguresProps, 'total'>) {
  const t = useTexts('analysis')
  const format = useFormat()
  const lost = amounts.margin.startsWith('-') ? 'err' : ''
  const figures = [
    ['charged', format.usd(amounts.charged, digits), ''],
    ['upstream_cost', format.usd(amounts.upstream_cost, digits), ''],
    ['margin', `${format.usd(amounts.margin, digits)} · ${format.percent(shareOf(amounts))}`, lost],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_1fr_1.3fr] gap-3">
      {figures.map(([name, value, tone]) => (
        <div key={name} className="min-w-0">
          <dt className="t3 el">{t(`statement.${name}`)}</dt>
          <dd className={`n el m-0 text-cell ${tone}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
