import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { sizeText } from '../../lib/offers/size-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Note } from '../../ui/note.tsx'
import { HoursNote } from '../../ui/offers/hours-note.tsx'
import type { Ability, SyncGroup, SyncItem } from './sync-items.ts'

/** So many rows stand open at first; an aggregator lists hundreds of models. */
const SHOWN = 30

const DRESS = { added: ['ok', '+'], changed: ['info', '~'], removed: ['warn', '−'] } as const

type Props = {
  group: SyncGroup
  items: readonly SyncItem[]
  has: (item: SyncItem) => boolean
  set: (items: readonly SyncItem[], on: boolean) => void
}

/** The changes of one kind, with what accepting them does; nothing where there are none. */
export function SyncSection({ group, items, has, set }: Props) {
  const t = useTexts('offers')
  const [all, setAll] = useState(false)
  if (items.length === 0) return null
  const every = items.every(has)
  const [tone, mark] = DRESS[group]
  const shown = all ? items : items.slice(0, SHOWN)
  return (
    <section className="col" aria-label={t(`sync.group.${group}`)}>
      <div className="row wrap">
        <span className={`st ${tone}`}>
          <span aria-hidden="true">{mark} </span>
          {t(`sync.group.${group}`)}
        </span>
        <span className="t3">{t(`sync.does.${group}`)}</span>
        <span className="sp" />
        <button type="button" className="link text-cell" onClick={() => set(items, !every)}>
          {t(every ? 'sync.none' : 'sync.all')}
        </button>
      </div>
      <ul className="overflow-hidden rounded-card border border-line">
        {shown.map((item) => (
          <Row key={item.key} item={item} picked={has(item)} onPick={(on) => set([item], on)} />
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="link justify-self-start text-cell" onClick={() => setAll(true)}>
          {t('sync.more', { count: items.length - shown.length })}
        </button>
      )}
      <LastOnes items={items} />
    </section>
  )
}

type RowProps = { item: SyncItem; picked: boolean; onPick: (on: boolean) => void }

function Row({ item, picked, onPick }: RowProps) {
  return (
    <li className="border-b border-line last:border-0">
      <label className="grid grid-cols-[16px_28px_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 px-3.5 py-2 text-cell leading-5 desk:grid-cols-[16px_28px_170px_minmax(0,1fr)_auto]">
        <Checkbox checked={picked} onChange={onPick} />
        <MarkTile names={[item.model]} size={28} />
        <span className="min-w-0 leading-[18px] font-medium wrap-anywhere">
          {item.model}
          <span className="t3 el block font-normal">
            <Whose item={item} />
          </span>
        </span>
        <span className="t2 max-desk:col-start-3">
          <What item={item} />
        </span>
        <span className="n max-desk:col-start-3 desk:text-right">
          <Values item={item} />
        </span>
      </label>
    </li>
  )
}

function Whose({ item }: { item: SyncItem }) {
  const t = useTexts('offers')
  return 'provider' in item ? item.provider.name : t('sync.catalogue')
}

/** What is otherwise. */
function What({ item }: { item: SyncItem }) {
  const t = useTexts('offers')
  const { when } = useFormat()
  switch (item.kind) {
    case 'added': {
      const { reference, exists } = item
      const sizes = reference && { context: sizeText(reference.context), output: sizeText(reference.max_output) }
      const told = sizes ? t('sync.sizes', sizes) : t('sync.unknown')
      return exists ? `${t('sync.exists')} · ${told}` : told
    }
    case 'price': {
      const from = item.change.effective_from
      const what = from === null ? t('sync.price') : t('sync.priceFrom', { time: when(from) })
      return item.manual ? `${what} · ${t('sync.manual')}` : what
    }
    case 'fact':
      return t(`sync.fact.${item.fact}`)
    case 'removed':
      return t('sync.gone')
  }
  return item satisfies never
}

/** What it was, and what it would be. */
function Values({ item }: { item: SyncItem }) {
  const t = useTexts('offers')
  const other = useTexts('providers')
  const { price, count, NONE } = useFormat()
  switch (item.kind) {
    case 'added': {
      const { input = null, output = null } = item.reference ?? {}
      if (input === null && output === null) return <span className="warn">! {other('modelList.unpriced')}</span>
      return t('sync.reference', { input: price(input), output: price(output) })
    }
    case 'price': {
      const { rates, hours } = item.change
      const main = ['input', 'output'].flatMap(
        (name) =>
          rates.find((rate) => rate.component === name && rate.above_tokens === 0 && rate.service === null) ?? [],
      )
      const told = main.length > 0 ? main : rates.slice(0, 1)
      const more = rates.length - told.length
      return (
        <>
          {told.length > 0 && (
            <Pair before={told.map((rate) => price(rate.before))} after={told.map((rate) => price(rate.after))} />
          )}
          {hours && <HoursNote hours={hours.after} />}
          {more > 0 && <span className="t3 block">{t('multiply.more', { count: more })}</span>}
        </>
      )
    }
    case 'fact': {
      const told = (value: number | null | readonly Ability[]) =>
        typeof value === 'object' && value !== null
          ? value.map((ability) => other(`ability.${ability}`)).join(' ') || NONE
          : sizeText(value)
      return <Pair before={[told(item.before)]} after={[told(item.after)]} />
    }
    case 'removed':
      return item.requests === null ? (
        NONE
      ) : (
        <span className={item.requests > 0 ? 'warn' : 't3'}>
          {t('sync.requests', { count: item.requests, n: count(item.requests) })}
        </span>
      )
  }
  return item satisfies never
}

function Pair({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  return (
    <>
      <span className="text-text3">{before.join(' / ')}</span> → <b className="font-medium">{after.join(' / ')}</b>
    </>
  )
}

/** Models that would be without any provider though they are asked for. */
function LastOnes({ items }: { items: readonly SyncItem[] }) {
  const t = useTexts('offers')
  const last = items.filter((item) => item.kind === 'removed' && item.last && (item.requests ?? 0) > 0)
  return last.map(({ key, model }) => (
    <Note key={key} tone="warn">
      <span className="sp">{t('sync.last', { model })}</span>
      <Link to="/admin/models-providers" search={{ tab: 'models', model }} className="nw">
        {t('sync.see')}
      </Link>
    </Note>
  ))
}
