import { useQuery } from '@tanstack/react-query'
import type { ErrorGroup, Totals } from '../../../../src/contract/usage.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { askErrors, type TrafficQuery } from '../../lib/traffic/ask.ts'
import { failureWords } from '../../lib/traffic/failure-words.ts'
import { failedShare } from '../../lib/traffic/figures.ts'
import { outcomeOfCode } from '../../lib/traffic/outcome.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'

type Props = { query: TrafficQuery; failed: Totals | undefined; onOpen: (id: string) => void }

/** What failed, grouped by what it said, each with a sample. */
export function ErrorsCard({ query, failed, onOpen }: Props) {
  const t = useTexts('usage')
  const format = useFormat()
  const scope = useScope()
  const [, change] = useSearchParams()
  const errors = useQuery(askErrors(scope, query))
  return (
    <Card flush className="relative mt">
      <div className="hd">
        <h2>{t('errors.title')}</h2>
        <span className="t3 n">
          {failed &&
            t('errors.remark', {
              count: failed.failed,
              n: format.count(failed.failed),
              share: format.percent(failedShare(failed)),
            })}
        </span>
        <span className="sp" />
        <button
          type="button"
          className="link"
          onClick={() => change({ tab: 'requests', status: ['failed', 'refused'] }, { push: true })}
        >
          {t('errors.see')}
        </button>
      </div>
      <Block query={errors} bones={<TableSkeleton rows={4} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="t3 px-4 pb-4">{t('errors.none')}</p>
          ) : (
            <ByWidth
              table={<Groups items={items} onOpen={onOpen} />}
              cards={
                <div className="px-4">
                  {items.map((group) => (
                    <GroupCard key={group.sample_id} group={group} onOpen={onOpen} />
                  ))}
                </div>
              }
            />
          )
        }
      </Block>
    </Card>
  )
}

/** Where the card is narrow, the sample alone tells what was asked and whom, and the count how much of all it is. */
const PROVIDER = '@max-[980px]:hidden'
const SHARE = '@max-[910px]:hidden'
const MODEL = '@max-[850px]:hidden'

type GroupsProps = { items: readonly ErrorGroup[]; onOpen: (id: string) => void }

function Groups({ items, onOpen }: GroupsProps) {
  const t = useTexts('usage')
  const words = useTexts('requests')
  const format = useFormat()
  // Whom users are told nothing of has no column for them.
  const tells = items.some((group) => group.top_provider !== null)
  const all = items.reduce((sum, group) => sum + group.count, 0)
  return (
    <Table label={t('errors.title')} className="gives">
      <thead>
        <tr>
          <th scope="col">{t('errors.status')}</th>
          <th scope="col">{t('errors.message')}</th>
          <th scope="col" className="r">
            {t('errors.count')}
          </th>
          <th scope="col" className={`r ${SHARE}`}>
            {t('share')}
          </th>
          <th scope="col" className={MODEL}>
            {t('errors.model')}
          </th>
          {tells && (
            <th scope="col" className={PROVIDER}>
              {t('dimension.provider')}
            </th>
          )}
          <th scope="col" className="r">
            {t('errors.last')}
          </th>
          <th scope="col" className="r">
            {t('errors.sample')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((group) => (
          <tr key={group.sample_id}>
            <td>
              <GroupStatus group={group} />
            </td>
            <td className="t2">
              <span className="el us-message" title={saidOf(group, words) ?? ''}>
                <Message group={group} />
              </span>
            </td>
            <td className="r">{format.count(group.count)}</td>
            <td className={`r t2 ${SHARE}`}>{format.percent(group.count / all)}</td>
            <td className={`el us-model ${MODEL}`} title={group.top_model ?? undefined}>
              {group.top_model ?? format.NONE}
            </td>
            {tells && (
              <td className={`el us-model ${PROVIDER}`} title={group.top_provider?.name}>
                {group.top_provider?.name ?? format.NONE}
              </td>
            )}
            <td className="r" title={format.whenExact(group.last_at)}>
              {format.when(group.last_at)}
            </td>
            <td className="r">
              <button type="button" className="link" onClick={() => onOpen(group.sample_id)}>
                {t('errors.open')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What was said of a failure, else what its class means. */
const saidOf = ({ message, error }: ErrorGroup, t: Texts<'requests'>): string | null =>
  message ?? failureWords(error, t).words

function Message({ group }: { group: ErrorGroup }) {
  const said = saidOf(group, useTexts('requests'))
  return (
    <>
      <span className="m">{group.error}</span>
      {said !== null && ` · ${said}`}
    </>
  )
}

function GroupStatus({ group }: { group: ErrorGroup }) {
  const t = useTexts('requests')
  const state = outcomeOfCode(group.http_status)
  return (
    <span className="row">
      <Status state={state}>{group.http_status}</Status>
      {t(`outcome.${state}`)}
    </span>
  )
}

function GroupCard({ group, onOpen }: { group: ErrorGroup; onOpen: (id: string) => void }) {
  const t = useTexts('usage')
  const format = useFormat()
  return (
    <button type="button" className="rq-card text-cell" onClick={() => onOpen(group.sample_id)}>
      <span className="row">
        <GroupStatus group={group} />
        <span className="sp" />
        <b className="b n">{t('errors.times', { count: group.count, n: format.count(group.count) })}</b>
      </span>
      <span className="t3 us-wrap">
        <Message group={group} />
      </span>
      <span className="row t3">
        <span className="el">
          {[group.top_model ?? format.NONE, group.top_provider?.name].filter((part) => part !== undefined).join(' · ')}
        </span>
        <span className="sp" />
        <span className="n">{format.when(group.last_at)}</span>
      </span>
    </button>
  )
}
