import { CircleCheck } from 'lucide-react'
import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { lastUseFacts, useLastUse } from '../../ui/key/key-times.ts'
import { Status } from '../../ui/status.tsx'
import { KeyAddresses } from './key-addresses.tsx'
import { useDisabler, useMaker } from './key-bits.tsx'

/** The key that a pasted secret belongs to: enough to be sure it is the right one. */
export function FoundKey({ item }: { item: AdminKey }) {
  const t = useTexts('allkeys')
  const { count, usd, when } = useFormat()
  const lastUse = useLastUse(item)
  const maker = useMaker(item)
  const disabler = useDisabler(item)
  const facts = [
    [t('col.key'), `${item.name} · ${masked(item)}`],
    [t('col.owner'), `${item.owner.name} · ${item.owner.email}`],
    [t('find.created'), `${when(item.created_at)} · ${maker}`],
    ...(disabler === null ? [] : [[t('disabler.title'), disabler] as const]),
    [t('col.used'), [lastUse.text, ...lastUseFacts(item)].join(' · ')],
    [
      t('find.month'),
      t('find.use', {
        count: item.month.requests,
        requests: count(item.month.requests),
        cost: usd(item.month.cost, 2),
      }),
    ],
  ] as const
  return (
    <section className="grid gap-3 rounded-card border border-line bg-canvas p-3.5" aria-label={t('find.found')}>
      <div className="row">
        <Icon of={CircleCheck} className="acc" />
        <b>{t('find.found')}</b>
        <span className="sp" />
        <Status state={`key_${keyState(item)}`} />
      </div>
      <dl className="kv">
        {facts.flatMap(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} value`} className="m-0 wrap-anywhere">
            {value}
          </dd>,
        ])}
        <dt>{t('col.addresses')}</dt>
        <dd className="m-0">
          <KeyAddresses item={item} />
        </dd>
      </dl>
    </section>
  )
}
