import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Composition } from '../../../../src/contract/composition.ts'
import type { BreakdownRow, Dimension, Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { askComposition, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { cacheShare, shareOf, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { type Part, SharesBar } from './shares-bar.tsx'
import { useValueName } from './value-name.ts'

/** What tokens are counted as, with the colours they have here; reasoning is part of the output and shown apart. */
const PARTS = [
  ['cacheRead', 'var(--c1)', (totals: Totals) => totals.cache_read, 'cache_read'],
  ['input', 'var(--c4)', (totals: Totals) => totals.input, 'input'],
  ['cacheWrite', 'var(--c3)', (totals: Totals) => totals.cache_write, 'cache_write'],
  ['output', 'var(--c2)', (totals: Totals) => totals.output - totals.reasoning, 'output'],
  ['reasoning', 'var(--c6)', (totals: Totals) => totals.reasoning, 'reasoning'],
  ['media', 'var(--c5)', (totals: Totals) => totals.media, 'media'],
] as const

/** What costs without being tokens. */
const BESIDE = [
  ['pieces', 'var(--c7)'],
  ['untold', 'var(--c0)'],
] as const

/** Who speaks with models in text alone has no line about anything else. */
const partsOf = (totals: Totals) => PARTS.filter(([part]) => part !== 'media' || totals.media > 0)

const SHOWN = 5

type Props = {
  query: TrafficQuery
  totals: Totals | undefined
  breakdown: UseQueryResult<{ items: BreakdownRow[]; next: null }>
  by: Dimension
}

/** What the tokens were: read afresh or from the cache, written to it, answered, thought, sound or pictures; of the own ones also what each kind cost. */
export function TokensCard({ query, totals, breakdown, by }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const isOwn = useScope() === 'user'
  const costs = useQuery({ ...askComposition(query), enabled: isOwn })
  const bones = <BoxBones height={300} />
  return (
    <Card className="relative">
      <div className="hd">
        <h2>{t('tokens.title')}</h2>
        <span className="sp" />
        {totals && <span className="t3">{remark(totals, costs.data)}</span>}
      </div>
      <Block query={breakdown} bones={bones}>
        {({ items }) =>
          totals ? (
            <Parts totals={totals} costs={isOwn ? (costs.data ?? null) : undefined} rows={items} by={by} />
          ) : (
            bones
          )
        }
      </Block>
      {costs.isError && !costs.data && (
        <ErrorLine error={costs.error} title={t('tokens.noCosts')} onRetry={() => void costs.refetch()} />
      )}
    </Card>
  )

  function remark(known: Totals, { cache_read: read, cost }: Partial<Composition> = {}): string {
    if (read === undefined || cost === undefined) return t('tokens.cache', { share: format.percent(cacheShare(known)) })
    const tokens = known.cache_read / Math.max(1, tokensOf(known))
    return t('tokens.shares', { tokens: format.percent(tokens), cost: format.percent(shareOf(read, cost)) })
  }
}

/** `costs` is null until they are there, and undefined where they are not told. */
type PartsProps = {
  totals: Totals
  costs: Composition | null | undefined
  rows: readonly BreakdownRow[]
  by: Dimension
}

function Parts({ totals, costs, rows, by }: PartsProps) {
  const t = useTexts('usage')
  const format = useFormat()
  const valueName = useValueName()
  const shown = rows.filter((row) => tokensOf(row.current) > 0).slice(0, SHOWN)
  const isTold = costs !== undefined
  return (
    <>
      {isTold && <div className="t3">{t('tokens.used')}</div>}
      <SharesBar parts={tokenParts(totals)} name={isTold ? t('tokens.used') : t('tokens.all')} />
      {isTold && (
        <>
          <div className="t3 us-spent">{t('tokens.spent')}</div>
          <SharesBar parts={costs ? costParts(costs) : []} name={t('tokens.spent')} />
        </>
      )}
      <table className="tbl us-tokens" aria-label={t('tokens.title')}>
        <tbody>
          {partsOf(totals).map(([part, colour, count, kind]) => (
            <tr key={part}>
              <Name {...{ part, colour }} />
              <td className="r" title={format.exact(count(totals))}>
                {format.tokens(count(totals))}
              </td>
              <td className="r t2">{format.percent(count(totals) / Math.max(1, tokensOf(totals)))}</td>
              {isTold && <Cost {...{ costs, kind }} />}
            </tr>
          ))}
          {costs &&
            BESIDE.filter(([kind]) => costs[kind] !== '0').map(([kind, colour]) => (
              <tr key={kind} title={kind === 'untold' ? t('tokens.untoldWhy') : undefined}>
                <Name part={kind} colour={colour} />
                <td className="r t3">—</td>
                <td className="r t3">—</td>
                <Cost {...{ costs, kind }} />
              </tr>
            ))}
        </tbody>
      </table>
      {shown.length > 1 && (
        <div className="us-parts">
          {shown.map((row) => (
            <div key={row.id}>
              <span className="el">{valueName(by, row.id, row.name)}</span>
              <SharesBar parts={tokenParts(row.current)} name={valueName(by, row.id, row.name)} />
              <span className="r">{format.tokens(tokensOf(row.current))}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

type Named = (typeof PARTS)[number][0] | (typeof BESIDE)[number][0]

function Name({ part, colour }: { part: Named; colour: string }) {
  const t = useTexts('usage')
  return (
    <th scope="row">
      <span className="row">
        <i className="cdot" style={{ background: colour }} />
        {t(`tokens.${part}`)}
      </span>
    </th>
  )
}

function Cost({ costs, kind }: { costs: Composition | null; kind: Exclude<keyof Composition, 'cost'> }) {
  const format = useFormat()
  return (
    <>
      <td className="r" title={costs ? format.usdExact(costs[kind]) : undefined}>
        {costs && format.usd(costs[kind])}
      </td>
      <td className="r t2">{costs && format.percent(shareOf(costs[kind], costs.cost) ?? 0)}</td>
    </>
  )
}

function tokenParts(totals: Totals): Part[] {
  const all = Math.max(1, tokensOf(totals))
  return PARTS.map(([part, colour, count]) => ({ part, colour, share: count(totals) / all }))
}

function costParts(costs: Composition): Part[] {
  const kinds = PARTS.map(([part, colour, , kind]) => ({ part, colour, kind }))
  const beside = BESIDE.map(([part, colour]) => ({ part, colour, kind: part }))
  return [...kinds, ...beside].map(({ kind, ...part }) => ({ ...part, share: shareOf(costs[kind], costs.cost) ?? 0 }))
}
