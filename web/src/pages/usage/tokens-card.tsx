import type { UseQueryResult } from '@tanstack/react-query'
import type { BreakdownRow, Dimension, Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { cacheShare, tokensOf } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { useValueName } from './value-name.ts'

/** What tokens are counted as, with the colours they have here; reasoning is part of the output and shown apart. */
const PARTS = [
  ['cacheRead', 'var(--c1)', (totals: Totals) => totals.cache_read],
  ['input', 'var(--c4)', (totals: Totals) => totals.input],
  ['cacheWrite', 'var(--c3)', (totals: Totals) => totals.cache_write],
  ['output', 'var(--c2)', (totals: Totals) => totals.output - totals.reasoning],
  ['reasoning', 'var(--c6)', (totals: Totals) => totals.reasoning],
  ['media', 'var(--c5)', (totals: Totals) => totals.media],
] as const

/** Who speaks with models in text alone has no line about anything else. */
const partsOf = (totals: Totals) => PARTS.filter(([part]) => part !== 'media' || totals.media > 0)

const SHOWN = 5

type Props = {
  totals: Totals | undefined
  breakdown: UseQueryResult<{ items: BreakdownRow[]; next: null }>
  by: Dimension
}

/** What the tokens were: read afresh or from the cache, written to it, answered, thought, sound or pictures. */
export function TokensCard({ totals, breakdown, by }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const bones = <BoxBones height={300} />
  return (
    <Card className="relative">
      <div className="hd">
        <h2>{t('tokens.title')}</h2>
        <span className="sp" />
        {totals && <span className="t3">{t('tokens.cache', { share: format.percent(cacheShare(totals)) })}</span>}
      </div>
      <Block query={breakdown} bones={bones}>
        {({ items }) => (totals ? <Parts totals={totals} rows={items} by={by} /> : bones)}
      </Block>
    </Card>
  )
}

function Parts({ totals, rows, by }: { totals: Totals; rows: readonly BreakdownRow[]; by: Dimension }) {
  const t = useTexts('usage')
  const format = useFormat()
  const valueName = useValueName()
  const all = Math.max(1, tokensOf(totals))
  const shown = rows.filter((row) => tokensOf(row.current) > 0).slice(0, SHOWN)
  return (
    <>
      <Shares totals={totals} name={t('tokens.all')} />
      <table className="tbl us-tokens" aria-label={t('tokens.title')}>
        <tbody>
          {partsOf(totals).map(([part, colour, count]) => (
            <tr key={part}>
              <th scope="row">
                <span className="row">
                  <i className="cdot" style={{ background: colour }} />
                  {t(`tokens.${part}`)}
                </span>
              </th>
              <td className="r" title={format.exact(count(totals))}>
                {format.tokens(count(totals))}
              </td>
              <td className="r t2">{format.percent(count(totals) / all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length > 1 && (
        <div className="us-parts">
          {shown.map((row) => (
            <div key={row.id}>
              <span className="el">{valueName(by, row.id, row.name)}</span>
              <Shares totals={row.current} name={valueName(by, row.id, row.name)} />
              <span className="r">{format.tokens(tokensOf(row.current))}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function Shares({ totals, name }: { totals: Totals; name: string }) {
  const t = useTexts('usage')
  const format = useFormat()
  const all = Math.max(1, tokensOf(totals))
  const parts = PARTS.map(([part, colour, count]) => ({ part, colour, share: count(totals) / all })).filter(
    ({ share }) => share > 0,
  )
  const words = parts.map(({ part, share }) => `${t(`tokens.${part}`)} ${format.percent(share)}`).join(', ')
  return (
    <svg className="us-shares" role="img" aria-label={`${name}: ${words}`} width="100%" height="14">
      {parts.map(({ part, colour, share }, index) => {
        const before = parts.slice(0, index).reduce((sum, one) => sum + one.share, 0)
        return <rect key={part} x={`${before * 100}%`} width={`${share * 100}%`} height="14" fill={colour} />
      })}
    </svg>
  )
}
