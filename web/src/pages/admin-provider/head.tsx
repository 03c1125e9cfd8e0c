import { Link } from '@tanstack/react-router'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf } from '../../lib/provider/health.ts'
import { useFormat } from '../../lib/use-format.ts'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Note } from '../../ui/note.tsx'
import { HealthChip, HealthLine } from '../../ui/provider/health-line.tsx'
import { Remedy } from '../../ui/provider/remedy.tsx'
import { SavingSwitch } from '../../ui/saving-switch.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { ProviderSource } from './use-provider.ts'

type Props = {
  provider: Provider
  source: ProviderSource
  /** How it did over the last 24 hours; not known yet, or not at all, when left out. */
  day: MatrixRow | undefined
  onTest: () => void
}

/** Who this is, how it does, and whether it is on. */
export function Head({ provider, source, day, onTest }: Props) {
  const t = useTexts('providers')
  const { when } = useFormat()
  const { health, reason } = healthOf(provider, day)
  const facts = [
    t('detail.slug', { slug: provider.slug }),
    t('detail.order', { priority: provider.priority, weight: provider.weight }),
    t(`billingType.${provider.billing_type}`),
    provider.multiplier === '1' ? '' : t('detail.multiplier', { factor: provider.multiplier }),
    provider.drain_on_abort ? t('detail.drains') : '',
    provider.allow_private ? t('detail.privateAllowed') : '',
    t('detail.created', { time: when(provider.created_at) }),
  ].filter(Boolean)
  return (
    <>
      <div className="row gap12">
        <MarkTile names={[provider.preset, provider.slug, provider.name]} size={44} />
        <div className="sp min-w-0">
          <div className="row wrap">
            <HealthChip provider={provider} lately={day} />
            {provider.endpoints.map(({ id, dialect }) => (
              <Tag key={id}>{t(`dialect.${dialect}`)}</Tag>
            ))}
          </div>
          <div className="t3 mt-1 flex flex-wrap gap-x-3.5">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </div>
        </div>
        <label className="row">
          <span className="t2 hide">{t('detail.enabled')}</span>
          <SavingSwitch
            checked={provider.status !== 'disabled'}
            aria-label={t('detail.enable', { name: provider.name })}
            onSave={(on) =>
              source.change(
                provider,
                () => ({ status: on ? 'active' : 'disabled' }),
                t(on ? 'providerList.enabledToast' : 'providerList.disabledToast', { name: provider.name }),
              )
            }
          />
        </label>
      </div>
      {reason !== null && (
        <Note tone={health === 'down' ? 'err' : 'warn'}>
          {reason.code === 'unpriced' ? (
            <Unpriced provider={provider} count={reason.count} />
          ) : (
            <>
              <HealthLine provider={provider} lately={day} marked={false} />
              <span className="sp" />
              <Remedy provider={provider} lately={day} onTest={onTest} />
            </>
          )}
        </Note>
      )}
      {provider.note !== '' && <p className="t2 whitespace-pre-wrap wrap-anywhere">{provider.note}</p>}
    </>
  )
}

/** All is well with it, but for models nobody may call: what mends that is a price, and no test. */
function Unpriced({ provider: { id }, count }: { provider: Provider; count: number }) {
  const t = useTexts('providers')
  return (
    <>
      <span className="warn text-meta">{t('reason.unpriced', { count })}</span>
      <span className="sp" />
      <Link to="/admin/models-providers" search={{ tab: 'models', status: 'unpriced', of: id }} className="nw">
        {t('detail.setPrice')}
      </Link>
    </>
  )
}
