import { Link } from '@tanstack/react-router'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { credentialShare, modelShare } from '../../lib/provider/health.ts'
import { useProviderChanges } from '../../lib/provider/use-provider-changes.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ByWidth } from '../../ui/by-width.tsx'
import { DragGrip } from '../../ui/drag-grip.tsx'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { DayCell } from '../../ui/offers/day-strip.tsx'
import { BalanceText } from '../../ui/provider/balance-text.tsx'
import { HealthLine } from '../../ui/provider/health-line.tsx'
import { PriorityField } from '../../ui/provider/priority-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Table } from '../../ui/table.tsx'
import { EndpointChips, ProviderMenu, ShareText } from './provider-parts.tsx'
import { useProviderOrder } from './use-provider-order.ts'

type Props = {
  providers: readonly Provider[]
  /** All there are, in the order they are asked. */
  order: readonly Provider[]
  /** How a provider did over the last day; not known yet, or not at all, where it gives nothing. */
  dayOf: (id: string) => MatrixRow | undefined
  onTest: (id: string) => void
}

/** Where the card is narrow, the filter and the provider’s page alone tell how it is paid, and that page how fast it is, how many credentials and models it has, and what is left. */
const BILLING = '@max-[1000px]:hidden'
const CREDENTIALS = '@max-[990px]:hidden'
const FIRST_TOKEN = '@max-[900px]:hidden'
const MODELS = '@max-[800px]:hidden'
const LEFT = '@max-[720px]:hidden'

/** The providers as rows, or as cards on a phone, with how each did over the last day. */
export function ProviderRows({ providers, order, dayOf, onTest }: Props) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const drag = useProviderOrder(order)
  const isAlone = order.length === 1
  return (
    <ByWidth
      table={
        <Table label={t('tab.providers')} tall className="gives">
          <thead>
            <tr>
              <th scope="col" aria-sort="ascending">
                {t('providerList.priority')}
              </th>
              <th scope="col">{t('providerList.name')}</th>
              <th scope="col" className={BILLING}>
                {t('billingType.name')}
              </th>
              <th scope="col">{t('providerList.endpoints')}</th>
              <th scope="col" className={`r ${CREDENTIALS}`}>
                {t('providerList.credentials')}
              </th>
              <th scope="col" className={`r ${MODELS}`}>
                {t('providerList.models')}
              </th>
              <th scope="col" className={LEFT}>
                {providers.some(tellsBalance) ? t('balance.column') : offers('quota.column')}
              </th>
              <th scope="col" className="@min-[1100px]:pl-6!">
                {t('providerList.day')}
              </th>
              <th scope="col" className={`r ${FIRST_TOKEN}`}>
                {t('providerList.firstToken')}
              </th>
              <th scope="col" className="@min-[1100px]:pl-8!">
                {t('providerList.enabled')}
              </th>
              <th scope="col">
                <span className="sr-only">{t('providerList.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {providers.map((provider) => (
              <Row
                key={provider.id}
                provider={provider}
                day={dayOf(provider.id)}
                onTest={() => onTest(provider.id)}
                handle={isAlone ? undefined : drag.handle(provider.id)}
                {...drag.row(provider.id)}
              />
            ))}
          </tbody>
        </Table>
      }
      cards={providers.map((provider) => (
        <RowCard key={provider.id} provider={provider} day={dayOf(provider.id)} onTest={() => onTest(provider.id)} />
      ))}
    />
  )
}

type RowProps = {
  provider: Provider
  /** Not known yet, or not at all, when left out. */
  day: MatrixRow | undefined
  onTest: () => void
}

type DragOrder = ReturnType<typeof useProviderOrder>

type TableRowProps = RowProps &
  ReturnType<DragOrder['row']> & {
    /** What makes the row's grip one; absent where there is nothing to put in order. */
    handle: ReturnType<DragOrder['handle']> | undefined
  }

function Row({ provider, day, onTest, handle, ...drop }: TableRowProps) {
  const t = useTexts('providers')
  const format = useFormat()
  const { setPriority } = useProviderChanges()
  return (
    <tr className={provider.status === 'disabled' ? 'text-text3' : ''} {...drop}>
      <td>
        <div className="row gap4">
          {handle && <DragGrip title={t('providerList.drag', { name: provider.name })} {...handle} />}
          <PriorityField {...provider} onChange={(priority) => void setPriority(provider, priority)} />
        </div>
      </td>
      <td className="min-w-38 py-1.5">
        <Name provider={provider} day={day} />
      </td>
      <td className={`nw ${BILLING}`}>{t(`billingType.${provider.billing_type}`)}</td>
      <td className="py-1.5">
        <EndpointChips provider={provider} />
      </td>
      <td className={`r ${CREDENTIALS}`}>
        <ShareText share={credentialShare(provider)} warns />
      </td>
      <td className={`r ${MODELS}`}>
        <ShareText share={modelShare(provider)} warns={false} />
      </td>
      <td className={LEFT}>
        <Left provider={provider} day={day} />
      </td>
      <td className="@min-[1100px]:pl-6!">{day && <DayCell name={provider.name} health={day.health} />}</td>
      <td className={`r ${FIRST_TOKEN}`}>{day && format.seconds(day.health.first_token_p50)}</td>
      <td className="@min-[1100px]:pl-8!">
        <Toggle provider={provider} />
      </td>
      <td className="r">
        <RowMenu provider={provider} onTest={onTest} />
      </td>
    </tr>
  )
}

function RowCard({ provider, day, onTest }: RowProps) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const format = useFormat()
  const { setPriority } = useProviderChanges()
  const isLimited = day !== undefined && day.limits.length > 0
  return (
    <div className={`rowcard ${provider.status === 'disabled' ? 'text-text3' : ''}`}>
      <div className="row gap12">
        <Name provider={provider} day={day} />
        <span className="sp" />
        <Toggle provider={provider} />
        <RowMenu provider={provider} onTest={onTest} />
      </div>
      <div className="row">
        <EndpointChips provider={provider} />
        <span className="sp" />
        <span className="t3 nw">{t(`billingType.${provider.billing_type}`)}</span>
      </div>
      {day && (
        <div className="row text-cell">
          <DayCell name={provider.name} health={day.health} />
          <span className="sp" />
          <span className="t3">{t('providerList.firstToken')}</span>
          <span className="n">{format.seconds(day.health.first_token_p50)}</span>
        </div>
      )}
      {(provider.tells_balance || isLimited) && (
        <div className="grid gap-0.5 text-cell">
          <span className="t3">
            {!provider.tells_balance ? offers('quota.column') : isLimited ? t('balance.column') : t('balance.name')}
          </span>
          <Left provider={provider} day={day} />
        </div>
      )}
      <div className="grid grid-cols-3 text-cell">
        <div className="grid grid-rows-[auto_1fr] items-center justify-items-start gap-0.5">
          <span className="t3">{t('providerList.priority')}</span>
          <PriorityField {...provider} onChange={(priority) => void setPriority(provider, priority)} />
        </div>
        <div className="grid grid-rows-[auto_1fr] items-center gap-0.5">
          <span className="t3">{t('providerList.credentials')}</span>
          <ShareText share={credentialShare(provider)} warns />
        </div>
        <div className="grid grid-rows-[auto_1fr] items-center justify-items-end gap-0.5">
          <span className="t3">{t('providerList.models')}</span>
          <ShareText share={modelShare(provider)} warns={false} />
        </div>
      </div>
    </div>
  )
}

const tellsBalance = ({ tells_balance: tells }: Provider) => tells

/** What is left at the vendor, where that is told, and of the provider's own limits. */
function Left({ provider, day }: Pick<RowProps, 'provider' | 'day'>) {
  if (!provider.tells_balance) return day && <LimitCell limits={day.limits} />
  return (
    <div className="grid gap-1">
      <BalanceText provider={provider} lasts />
      {day && day.limits.length > 0 && <LimitCell limits={day.limits} />}
    </div>
  )
}

function Name({ provider, day }: Pick<RowProps, 'provider' | 'day'>) {
  return (
    <div className="row gap12 min-w-0">
      <MarkTile names={[provider.preset, provider.slug, provider.name]} />
      <div className="grid min-w-0 leading-[18px]">
        <Link
          to="/admin/providers/$id"
          params={{ id: provider.id }}
          className="yields font-semibold text-inherit hover:text-accent"
          title={provider.name}
        >
          {provider.name}
        </Link>
        <span className="whitespace-normal">
          <HealthLine provider={provider} lately={day} />
        </span>
      </div>
    </div>
  )
}

function Toggle({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { setEnabled } = useProviderChanges()
  return (
    <Switch
      checked={provider.status !== 'disabled'}
      aria-label={t('providerList.enable', { name: provider.name })}
      onChange={(on) => void setEnabled(provider, on)}
    />
  )
}

function RowMenu({ provider, onTest }: Omit<RowProps, 'day'>) {
  const { remove } = useProviderChanges()
  return <ProviderMenu provider={provider} onTest={onTest} onDelete={() => void remove(provider)} />
}
