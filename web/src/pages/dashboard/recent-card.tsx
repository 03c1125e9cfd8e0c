import { RECENT_ROWS } from './recent-rows.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHeld } from '../../lib/live/use-held.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dot } from '../../ui/dot.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RequestCard } from '../../ui/traffic/request-card.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'

type Props = {
  query: UseQueryResult<{ items: RequestRow[]; next: string | null }>
  /** What the question gave, with what has come in since. */
  rows: readonly RequestRow[]
  live: boolean
  onLive: (on: boolean) => void
  isFresh: (row: RequestRow) => boolean
  onOpen: (id: string) => void
  sender?: Sender | undefined
}

/** Who sent a request: columns of the table, a word on a card, and what else can be done with the list. */
export type Sender = {
  tools: ReactNode
  heads: ReactNode
  cells: (request: RequestRow) => ReactNode
  word: (request: RequestRow) => string
  /** Beside them, which numbers go where there is little room, as classes. */
  givenUp: GivenUp
}

/** The latest requests as they come in. */
export function RecentCard({ query, rows: all, live, onLive, isFresh, onOpen, sender }: Props) {
  const t = useTexts('dashboard')
  const scope = useScope()
  const { rows, waiting, hold, isHeld } = useHeld(all)
  return (
    <Card flush>
      <CardHead
        title={t('recent')}
        remark={
          !query.isError && (
            <span className="row gap4">
              <Chip on={live} onClick={() => onLive(!live)}>
                <Dot tone={live ? 'ok' : 'none'} pulse={live && !isHeld} />
                {t('live')}
              </Chip>
              {live && isHeld && waiting > 0 && (
                <output className="t3 n hide">{t('paused', { count: waiting, n: waiting })}</output>
              )}
            </span>
          )
        }
      >
        {sender?.tools}
        <Link to={`${BASE_PATHS[scope]}/usage`} search={{ tab: 'requests' }} className="t3">
          {t('all')}
        </Link>
      </CardHead>
      <Block query={query} bones={<TableSkeleton rows={RECENT_ROWS} />}>
        {() =>
          rows.length === 0 ? (
            <p className="t3 px-4 pb-4">{t('noRecent')}</p>
          ) : (
            <div onPointerEnter={() => live && hold(true)} onPointerLeave={() => hold(false)}>
              <ByWidth
                table={
                  <Table label={t('recent')} className="gives dash-recent">
                    <Heads sender={sender} />
                    <tbody>
                      {rows.map((request) => (
                        <Row
                          key={request.id}
                          request={request}
                          fresh={isFresh(request)}
                          onOpen={onOpen}
                          sender={sender}
                        />
                      ))}
                    </tbody>
                  </Table>
                }
                cards={
                  <div className="px-4">
                    {rows.map((request) => (
                      <RequestCard
                        key={request.id}
                        request={request}
                        fresh={isFresh(request)}
                        onOpen={onOpen}
                        from={sender?.word(request) ?? request.client}
                      />
                    ))}
                  </div>
                }
              />
            </div>
          )
        }
      </Block>
    </Card>
  )
}

const NUMBERS = ['input', 'output', 'cacheRead', 'cost', 'firstToken', 'total'] as const

type GivenUp = Readonly<Record<'cacheRead' | 'firstToken', string>>

const CLIENT = '@max-[630px]:hidden'

/** What a request's drawer tells as well goes first where there is little room. */
const GIVEN_UP: GivenUp = { cacheRead: 'dash-cache', firstToken: '@max-[700px]:hidden' }

function Heads({ sender }: Pick<Props, 'sender'>) {
  const givenUp: Partial<Record<string, string>> = sender?.givenUp ?? GIVEN_UP
  const t = useTexts('requests')
  const d = useTexts('dashboard')
  return (
    <thead>
      <tr>
        <th scope="col">{d('time')}</th>
        <th scope="col">{t('model')}</th>
        {sender?.heads ?? (
          <th scope="col" className={CLIENT}>
            {t('client')}
          </th>
        )}
        {NUMBERS.map((name) => (
          <th key={name} scope="col" className={`r ${givenUp[name] ?? ''}`}>
            {t(name)}
          </th>
        ))}
        <th scope="col">{t('status')}</th>
      </tr>
    </thead>
  )
}

type RowProps = { request: RequestRow; fresh: boolean } & Pick<Props, 'onOpen' | 'sender'>

function Row({ request, fresh, onOpen, sender }: RowProps) {
  const format = useFormat()
  const used = usedOf(request)
  const model = request.model ?? request.model_asked
  const { cacheRead, firstToken } = sender?.givenUp ?? GIVEN_UP
  // There is nothing to open yet.
  const running = request.status === 'running'
  return (
    <tr
      className={`${running ? '' : 'open'} ${fresh ? 'fresh' : ''}`}
      {...(!running && { onClick: () => onOpen(request.id) })}
    >
      <td className="m" title={format.whenExact(request.at)}>
        <button type="button" className="m" disabled={running}>
          {format.when(request.at)}
        </button>
      </td>
      <td className="dash-model" title={model}>
        <span className="yields">{model}</span>
      </td>
      {sender?.cells(request) ?? (
        <td className={`t2 dash-from ${CLIENT}`} title={request.client}>
          <span className="yields">{request.client}</span>
        </td>
      )}
      <td className="r">{format.tokens(used.input)}</td>
      <td className="r">{format.tokens(used.output)}</td>
      <td className={`r ${cacheRead}`}>{format.tokens(used.cacheRead)}</td>
      <td className="r" title={format.usdExact(used.cost)}>
        {format.usd(used.cost, 4)}
      </td>
      <td className={`r ${firstToken}`}>{format.seconds(request.first_token_ms)}</td>
      <td className="r">{format.seconds(used.totalMs)}</td>
      <td>
        <RequestStatus request={request} />
      </td>
    </tr>
  )
}
