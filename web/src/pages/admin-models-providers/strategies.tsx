import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { DEFAULT_STRATEGY, type Strategy, STRATEGIES } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useSteadyOrder } from '../../lib/use-steady-order.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { useModelChanges } from './use-model-changes.ts'
import { useWeek } from './use-week.ts'
import { WaitField } from './wait-field.tsx'

type Shown = { models: readonly Model[]; standard: Strategy; week: ReturnType<typeof useWeek> }
type One = Omit<Shown, 'models'> & { model: Model }

/** What each model has of its own: its strategy, where it is not the `standard` one, and how long its answers may take. */
export function Strategies({ standard = DEFAULT_STRATEGY }: { standard?: Strategy | undefined }) {
  const t = useTexts('routing')
  const [text, setText] = useState('')
  const week = useWeek()
  const list = useQuery(ask(adminListModels))
  return (
    <Card flush className="relative mt">
      <CardHead title={t('strategies.title')} remark={t('strategies.remark')}>
        <SearchField value={text} onChange={setText} label={t('strategies.search')} slash />
      </CardHead>
      <Block query={list} bones={<TableSkeleton />}>
        {({ items }) => <List models={items} wanted={text.trim().toLowerCase()} {...{ standard, week }} />}
      </Block>
      <div className="foot">
        <span>{t('strategies.global')}</span>
        <Link to="/admin/system" search={{ section: 'routing' }} className="nw">
          {t('strategies.toSettings')}
        </Link>
      </div>
    </Card>
  )
}

/** So many stand open at first: an aggregator brings hundreds. */
const AT_FIRST = 20

/** First the models that have something of their own, then those that are asked for most; all of them on request, and those that are `wanted` by name. */
function List({ models, wanted, ...rest }: Shown & { wanted: string }) {
  const t = useTexts('routing')
  const [all, setAll] = useState(false)
  const { week } = rest
  const ordered = useSteadyOrder(models, {
    idOf: ({ id }) => id,
    figureOf: week && ((model) => (hasOwn(model) ? Number.MAX_SAFE_INTEGER : (week(model.id) ?? 0))),
    of: 'week',
  })
  const found = ordered.filter(({ id, display_name }) => `${id} ${display_name}`.toLowerCase().includes(wanted))
  if (found.length === 0)
    return <p className="t3 rt-head">{t(models.length === 0 ? 'strategies.empty' : 'strategies.nothing')}</p>
  const shown = { ...rest, models: all || wanted !== '' ? found : found.slice(0, AT_FIRST) }
  return (
    <>
      <ByWidth table={<Rows {...shown} />} cards={<Cards {...shown} />} />
      {shown.models.length < found.length && (
        <button type="button" className="link block px-4 py-2 text-cell" onClick={() => setAll(true)}>
          {t('strategies.all', { count: found.length })}
        </button>
      )}
    </>
  )
}

const hasOwn = ({ strategy, first_token_ms: first, idle_ms: idle }: Model): boolean =>
  strategy !== null || first !== null || idle !== null

/** Where the card is narrow, the list of models alone tells how often each was asked for. */
const WEEK = '@max-[780px]:hidden'

function Rows({ models, ...rest }: Shown) {
  const t = useTexts('routing')
  return (
    <Table label={t('strategies.title')} className="gives">
      <thead>
        <tr>
          <th scope="col">{t('strategies.model')}</th>
          <th scope="col">{t('strategies.strategy')}</th>
          <th scope="col" className="r">
            {t('strategies.firstToken')}
          </th>
          <th scope="col" className="r">
            {t('strategies.idle')}
          </th>
          <th scope="col" className="r">
            {t('strategies.providers')}
          </th>
          <th scope="col" className={`r ${WEEK}`}>
            {t('strategies.week')}
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} model={model} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ model, standard, week }: One) {
  const { name, strategy, firstToken, idle } = useControls(model, standard)
  return (
    <tr>
      <td className="el max-w-64 min-w-40" title={model.id}>
        <TwoLines under={<Own model={model} />}>{name}</TwoLines>
      </td>
      <td>{strategy}</td>
      <td className="r">{firstToken}</td>
      <td className="r">{idle}</td>
      <td className="r">
        <Providers model={model} />
      </td>
      <td className={`r ${WEEK}`}>
        <Week model={model} week={week} />
      </td>
    </tr>
  )
}

function Cards({ models, ...rest }: Shown) {
  const t = useTexts('routing')
  return (
    <ul aria-label={t('strategies.title')} className="border-t border-line">
      {models.map((model) => (
        <ModelCard key={model.id} model={model} {...rest} />
      ))}
    </ul>
  )
}

function ModelCard({ model, standard, week }: One) {
  const t = useTexts('routing')
  const { name, strategy, firstToken, idle } = useControls(model, standard)
  return (
    <li className="rowcard">
      <div className="row">
        <b className="el b" title={model.id}>
          {name}
        </b>
        <span className="sp" />
        <span className="t3 nw">
          {t('strategies.providers')} <Providers model={model} />
        </span>
      </div>
      <div className="row t3">
        <Own model={model} />
        <span className="sp" />
        <span className="nw">
          {t('strategies.week')} <Week model={model} week={week} />
        </span>
      </div>
      {strategy}
      {/* The fields are named in full themselves: what stands above them is for those who see which is which. */}
      <div className="rt-waits">
        <div>
          <span className="t3" aria-hidden="true">
            {t('strategies.firstToken')}
          </span>
          {firstToken}
        </div>
        <div>
          <span className="t3" aria-hidden="true">
            {t('strategies.idle')}
          </span>
          {idle}
        </div>
      </div>
    </li>
  )
}

const Providers = ({ model: { providers } }: { model: Model }) => (
  <span className="n">
    {providers.active} / {providers.total}
  </span>
)

/** What it has of its own, in words. */
function Own({ model }: { model: Model }) {
  const t = useTexts('routing')
  const format = useFormat()
  const own = [
    model.strategy && t(`strategy.${model.strategy}`),
    model.first_token_ms !== null && t('strategies.ownFirstToken', { time: format.seconds(model.first_token_ms) }),
    model.idle_ms !== null && t('strategies.ownIdle', { time: format.seconds(model.idle_ms) }),
  ].filter((part) => typeof part === 'string')
  return <>{own.length > 0 ? own.join(t('simulation.and')) : t('strategies.nothingOwn')}</>
}

function Week({ model, week }: Pick<One, 'model' | 'week'>) {
  const format = useFormat()
  const count = week?.(model.id)
  return <span className="n">{count === undefined || count === null ? format.NONE : format.count(count)}</span>
}

const NONE = 'none'
const strategyOf = (value: string): Strategy | null => STRATEGIES.find((known) => known === value) ?? null

/** What is set for a model, each change saved at once: the same in a row and on a card. */
function useControls(model: Model, standard: Strategy) {
  const t = useTexts('routing')
  const { change } = useModelChanges()
  const name = model.display_name || model.id
  const save = async (body: Parameters<typeof change>[1]) => {
    if ((await change(model, body)) !== null) toast.success(t('strategies.saved', { name }))
  }
  return {
    name,
    strategy: (
      <Select
        className="rt-strategy"
        label={t('strategies.strategyOf', { name })}
        value={model.strategy ?? NONE}
        onChange={(value) => void save({ strategy: strategyOf(value) })}
        options={[
          { value: NONE, label: t('strategies.follows', { strategy: t(`strategy.${standard}`) }) },
          ...STRATEGIES.map((value) => ({ value, label: t(`strategy.${value}`) })),
        ]}
      />
    ),
    firstToken: (
      <WaitField
        label={t('strategies.firstTokenOf', { name })}
        valueMs={model.first_token_ms}
        onChange={(first_token_ms) => void save({ first_token_ms })}
      />
    ),
    idle: (
      <WaitField
        label={t('strategies.idleOf', { name })}
        valueMs={model.idle_ms}
        onChange={(idle_ms) => void save({ idle_ms })}
      />
    ),
  }
}
