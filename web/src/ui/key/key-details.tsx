import type { ReactNode } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import type { Scope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { useLastMonth } from '../../lib/traffic/use-last-month.ts'
import { useFormat } from '../../lib/use-format.ts'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../drawer.tsx'
import { LimitBars } from '../limits/limit-bars.tsx'
import { Status } from '../status.tsx'
import { Tabs } from '../tabs.tsx'
import { Glance } from '../traffic/glance.tsx'
import { Latest } from '../traffic/latest.tsx'
import { Ranking } from '../traffic/ranking.tsx'
import { KeyLog } from './key-log.tsx'
import { lastUseFacts, useExpiry, useLastUse, useOldSecret } from './key-times.ts'

type Props = {
  item: ApiKey
  scope: Scope
  onClose: () => void
  /** Facts that only this page knows. */
  facts?: readonly Fact[]
  /** The ways to its neighbours in the list behind. */
  steps?: ReactNode
  /** What can be done with the key. */
  actions: ReactNode
}

type Fact = { label: string; value: ReactNode }

const TABS = ['overview', 'limits', 'requests', 'changes'] as const

/** One key: what it was used for, what it may use, its latest requests, and what was done to it. */
export function KeyDetails({ item, scope, onClose, facts = [], steps, actions }: Props) {
  const t = useTexts('keys')
  const [search, change] = useSearchParams()
  const tab = TABS.find((known) => known === one(search, 'tab')) ?? 'overview'
  const query = { ...useLastMonth(), key: [item.id] }
  return (
    <Drawer
      open
      composed
      onClose={onClose}
      title={item.name}
      remark={
        <>
          <Status state={`key_${keyState(item)}`} />
          <span className="m t3 nw hide">{masked(item)}</span>
        </>
      }
      actions={steps}
    >
      <DrawerBody>
        <Tabs
          label={item.name}
          tabs={TABS.map((value) => ({ value, label: t(`details.${value}`) }))}
          value={tab}
          onChange={(next) => change({ tab: next === 'overview' ? null : next })}
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {tab === 'overview' && (
              <>
                <Glance scope={scope} query={query} />
                <div className="grid gap-5 desk:grid-cols-2">
                  <Ranking scope={scope} query={query} by="model" />
                  <Ranking scope={scope} query={query} by="client" />
                </div>
                <Facts item={item} more={facts} />
              </>
            )}
            {tab === 'limits' && <LimitBars limits={item.limits} className="desk:grid-cols-2" />}
            {tab === 'changes' &&
              (scope === 'admin' ? <AuditTrail kind="key" id={item.id} /> : <KeyLog id={item.id} />)}
            {tab === 'requests' && <Latest scope={scope} query={query} filter={{ key: item.id }} />}
          </div>
        </Tabs>
      </DrawerBody>
      <DrawerFoot>{actions}</DrawerFoot>
    </Drawer>
  )
}

function Facts({ item, more }: { item: ApiKey; more: NonNullable<Props['facts']> }) {
  const t = useTexts('keys')
  const { NONE, when } = useFormat()
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  const old = useOldSecret(item)
  const facts: readonly Fact[] = [
    ...more,
    { label: t('details.key'), value: <span className="m">{masked(item)}</span> },
    ...(old === null ? [] : [{ label: t('details.old'), value: old }]),
    { label: t('details.created'), value: when(item.created_at) },
    {
      label: t('col.used'),
      value: [lastUse.text, ...lastUseFacts(item)].join(' · '),
    },
    { label: t('col.expires'), value: [expiry.text, expiry.under].filter(Boolean).join(' · ') },
    { label: t('form.models'), value: item.allow_models?.join(t('summary.comma')) ?? t('models.all') },
    { label: t('form.ips'), value: item.allow_ips?.join(t('summary.comma')) ?? t('details.any') },
    { label: t('form.note'), value: item.note || NONE },
  ]
  return (
    <dl className="kv">
      {facts.flatMap(({ label, value }) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`} className="m-0 wrap-anywhere">
          {value}
        </dd>,
      ])}
    </dl>
  )
}
