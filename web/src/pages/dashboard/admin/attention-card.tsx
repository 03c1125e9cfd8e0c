import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Attention, OverviewView } from '../../../../../src/contract/overview.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useMask } from '../../../lib/traffic/privacy.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLimitWords } from '../../../ui/limits/use-limit-words.ts'
import { Status } from '../../../ui/status.tsx'
import { Block } from '../../../ui/traffic/block.tsx'
import { RankBones } from '../../../ui/traffic/bones.tsx'
import { toldOf } from './attention.ts'

const SHOWN = 6

/** What needs attention now, each with the way to where it is mended. */
export function AttentionCard({ query }: { query: UseQueryResult<OverviewView> }) {
  const t = useTexts('overview')
  const [all, setAll] = useState(false)
  const items = query.data?.attention ?? []
  const count = (severity: Attention['severity']) => items.filter((item) => item.severity === severity).length
  return (
    <Card flush className="relative">
      <div className="hd">
        <h2>{t('attention.title')}</h2>
        {count('critical') > 0 && (
          <Status state="upstream_error">{t('attention.critical', { n: count('critical') })}</Status>
        )}
        {count('warning') > 0 && (
          <Status state="degraded">{t('attention.warning', { count: count('warning') })}</Status>
        )}
        <span className="sp" />
        {items.length > SHOWN && (
          <button type="button" className="link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('attention.fewer') : t('attention.more', { n: items.length })}
          </button>
        )}
        <Link to="/admin/system" search={{ section: 'alerts' }} className="t3">
          {t('attention.rules')}
        </Link>
      </div>
      <Block
        query={query}
        bones={
          <div className="ov-fine">
            <RankBones rows={2} />
          </div>
        }
      >
        {() =>
          items.length === 0 ? (
            <p className="row ov-fine ok">
              <Icon of={CircleCheck} />
              {t('attention.fine')}
            </p>
          ) : (
            <ul className="ov-todo">
              {items.slice(0, all ? undefined : SHOWN).map((item) => (
                <Item key={`${item.kind} ${item.subject}`} item={item} />
              ))}
            </ul>
          )
        }
      </Block>
    </Card>
  )
}

/** Where what is named is a user's or a key's. */
const PEOPLE: ReadonlySet<string> = new Set(['/admin/users', '/admin/keys'])

function Item({ item }: { item: Attention }) {
  const t = useTexts('overview')
  const { usd } = useFormat()
  const { name: limit } = useLimitWords()
  const mask = useMask()
  const { what, whom: named, says, way } = toldOf(item, { t, usd, limit })
  const whom = named !== '' && PEOPLE.has(way.to) ? mask(named) : named
  const critical = item.severity === 'critical'
  return (
    <li>
      <span className={critical ? 'err' : 'warn'}>
        <Icon of={critical ? CircleAlert : TriangleAlert} />
      </span>
      <span className="two">
        <span className="el">
          <b className="b">{what}</b> <span className="t2">{whom}</span>
        </span>
        <span className="el" title={says}>
          {says}
        </span>
      </span>
      <span className="sp" />
      <Link to={way.to} search={way.search ?? {}} className={buttonClass({ small: true })}>
        {t(`act.${way.act}`)}
        <span className="vh">
          {what} {whom}
        </span>
      </Link>
    </li>
  )
}
