import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { adminListEntries, type EntryView } from '../../../../src/contract/accounts.ts'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Skeleton, Bone } from '../../ui/skeleton.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { BalanceForm } from './balance-form.tsx'

/** The money of an account: what is left, what came in and went out, and who booked it. */
export function BalanceSection({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { usd } = useFormat()
  const [changing, setChanging] = useState(false)
  const figures = [
    ...(user.balance === null ? [] : [[t('balance.left'), user.balance] as const]),
    [t('balance.credit'), user.credit],
    [t('balance.spent'), user.spent],
  ] as const
  return (
    <section className="grid grid-cols-1 gap-3.5">
      <div className="row wrap">
        <h3>{t('balance.title')}</h3>
        <span className="sp" />
        {!changing && (
          <Button small kind="ghost" onClick={() => setChanging(true)}>
            <Icon of={Wallet} small />
            {t('balance.change')}
          </Button>
        )}
        <p className="t3 m-0 w-full">{t(user.balance === null ? 'balance.unlimited' : 'balance.rule')}</p>
      </div>
      <dl className="row wrap gap-x-8!">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <dt className="t3">{label}</dt>
            <dd className="n b m-0">{usd(amount, 2)}</dd>
          </div>
        ))}
      </dl>
      {changing && <BalanceForm user={user} onDone={() => setChanging(false)} />}
      <Entries id={user.id} />
    </section>
  )
}

function Entries({ id }: { id: string }) {
  const t = useTexts('users')
  const { pages, rows } = usePages(adminListEntries, { params: { id } })
  if (rows === undefined) {
    if (pages.isError) return <ErrorLine error={pages.error} onRetry={() => void pages.refetch()} />
    return (
      <Skeleton>
        <Bone height={40} />
      </Skeleton>
    )
  }
  if (rows.length === 0) return <p className="t3">{t('entry.none')}</p>
  return (
    <div>
      <Table label={t('entry.title')}>
        <thead>
          <tr>
            <th scope="col">{t('entry.at')}</th>
            <th scope="col">{t('entry.what')}</th>
            <th scope="col" className="r">
              {t('balance.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </tbody>
      </Table>
      <MoreButton pages={pages}>{t('more')}</MoreButton>
    </div>
  )
}

function Entry({ entry }: { entry: EntryView }) {
  const t = useTexts('users')
  const { usd, usdExact, when, whenExact } = useFormat()
  const out = entry.amount.startsWith('-')
  return (
    <tr>
      <td className="n" title={whenExact(entry.at)}>
        {when(entry.at)}
      </td>
      <td className="max-w-72 whitespace-normal!">
        <TwoLines under={[t(`entry.${entry.kind}`), entry.actor?.name ?? t('entry.server')].join(' · ')}>
          {entry.reason}
        </TwoLines>
      </td>
      <td className={`r ${out ? '' : 'ok'}`} title={usdExact(entry.amount)}>
        {out ? '' : '+'}
        {usd(entry.amount, 2)}
      </td>
    </tr>
  )
}
