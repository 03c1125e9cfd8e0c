import { Ellipsis, Eye, Pencil, PlugZap, Trash2 } from 'lucide-react'
import { useNavigate } from '@tanstack/react-router'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Share } from '../../lib/provider/health.ts'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tag } from '../../ui/tag.tsx'

const CHIPS = {
  closed: { mark: '✓', tone: 'ok', ground: '' },
  half_open: { mark: '!', tone: 'warn', ground: 'bg-warnb! text-warn!' },
  open: { mark: '✕', tone: 'err', ground: 'bg-errb! text-err!' },
} as const satisfies Record<Provider['health']['endpoints'][number]['breaker'], object>

/** One chip for each dialect a provider speaks, with its breaker; its protocols are in the tooltip and for screen readers. */
export function EndpointChips({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const off = provider.status === 'disabled'
  return (
    <span className="row gap4 wrap">
      {provider.endpoints.map((endpoint) => {
        const now = provider.health.endpoints.find((one) => one.id === endpoint.id)
        const breaker = now?.breaker ?? 'closed'
        const { mark, tone, ground } = CHIPS[breaker]
        const protocols = endpoint.protocols.map((protocol) => t(`protocol.${protocol}`)).join(' · ')
        return (
          <span key={endpoint.id} title={`${endpoint.base_url}\n${protocols}`}>
            <Tag className={off ? '' : ground}>
              <b aria-hidden="true" className={off ? '' : tone}>
                {off ? '○' : mark}
              </b>
              {t(`dialect.${endpoint.dialect}`)}
              {!off && now?.until && <Countdown until={now.until} />}
              <span className="sr-only">
                : {protocols}
                {!off && breaker !== 'closed' && ` · ${t(`detail.breaker.${breaker}`)}`}
              </span>
            </Tag>
          </span>
        )
      })}
    </span>
  )
}

/** `2/4`, amber when some are out; read out as a sentence. */
export function ShareText({ share, warns }: { share: Share; warns: boolean }) {
  const t = useTexts('providers')
  return (
    <span className={`n ${warns && share.usable < share.total ? 'warn' : ''}`}>
      <span aria-hidden="true">
        {share.usable}/{share.total}
      </span>
      <span className="sr-only">{t('providerList.share', share)}</span>
    </span>
  )
}

type MenuProps = { provider: Provider; onTest: () => void; onDelete: () => void }

/** What can be done with a provider. */
export function ProviderMenu({ provider, onTest, onDelete }: MenuProps) {
  const t = useTexts('providers')
  const navigate = useNavigate()
  const open = (search: Record<string, string>) =>
    void navigate({ to: `/admin/providers/${encodeURIComponent(provider.id)}`, search })
  return (
    <Menu
      align="end"
      items={[
        { label: t('act.test'), icon: PlugZap, onSelect: onTest },
        { label: t('act.edit'), icon: Pencil, onSelect: () => open({ edit: '1' }) },
        { label: t('act.view'), icon: Eye, onSelect: () => open({}) },
        'rule',
        { label: t('act.delete'), icon: Trash2, danger: true, onSelect: onDelete },
      ]}
      trigger={(props) => (
        <Button kind="ghost" icon aria-label={t('providerList.actionsOf', { name: provider.name })} {...props}>
          <Icon of={Ellipsis} />
        </Button>
      )}
    />
  )
}
