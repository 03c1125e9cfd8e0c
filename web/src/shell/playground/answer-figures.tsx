import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Answer, isOpen } from '../../lib/playground/talk.ts'
import type { Row } from '../../lib/playground/use-rows.ts'
import { inputOf } from '../../lib/traffic/figures.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'

type Props = { answer: Answer; row: Row | undefined }

/** What the gateway measured of an answer, and the way to its request; while it comes, what the browser sees. */
export function AnswerFigures({ answer, row }: Props) {
  const t = useTexts('playground')
  if (isOpen(answer)) return <Running answer={answer} />
  if (answer.requestId === null || answer.requestId === '') return null
  return (
    <div className="pg-figures n">
      {row === undefined && <div className="t3">{t('settling')}</div>}
      {row && <Settled row={row} />}
      <Link
        to="/dashboard/usage"
        search={{ tab: 'requests', req: answer.requestId }}
        className="m link el"
        title={answer.requestId}
      >
        {answer.requestId.slice(0, 8)}…{answer.requestId.slice(-8)}
      </Link>
    </div>
  )
}

function Settled({ row }: { row: RequestDetail }) {
  const t = useTexts('playground')
  const format = useFormat()
  const { usage } = row
  const { input, output } = usedOf(row)
  const read = input === null ? null : inputOf({ ...usage, cache_write: usage.cache_write_5m + usage.cache_write_1h })
  const times = [
    row.first_token_ms !== null && `${t('firstToken')} ${format.seconds(row.first_token_ms)}`,
    `${t('total')} ${format.seconds(row.total_ms)}`,
    row.tokens_per_second !== null && format.rate(row.tokens_per_second),
  ]
  return (
    <>
      <div>{times.filter(Boolean).join(' · ')}</div>
      <div>
        {t('input')} {format.exact(read)} / {t('output')} {format.exact(output)} ·{' '}
        <b title={format.usdExact(row.cost)}>{format.usd(row.cost)}</b>
      </div>
    </>
  )
}

const TICK_MS = 100

function Running({ answer }: { answer: Answer }) {
  const t = useTexts('playground')
  const format = useFormat()
  const [now, setNow] = useState(answer.askedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const first = answer.firstAt === null ? null : answer.firstAt - answer.askedAt
  const times = [
    first !== null && `${t('firstToken')} ${format.seconds(first)}`,
    `${t('soFar')} ${format.seconds(Math.max(0, now - answer.askedAt))}`,
  ]
  return <div className="pg-figures n">{times.filter(Boolean).join(' · ')}</div>
}
