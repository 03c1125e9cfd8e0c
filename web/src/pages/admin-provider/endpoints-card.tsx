import { Pencil } from 'lucide-react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** The addresses and what each is asked for. */
export function EndpointsCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const t = useTexts('providers')
  return (
    <Card flush aria-label={t('detail.endpoints')}>
      <CardHead title={t('detail.endpoints')}>
        <Button small onClick={onEdit}>
          <Icon of={Pencil} small />
          {t('detail.editEndpoints')}
        </Button>
      </CardHead>
      <ul>
        {provider.endpoints.map((endpoint) => (
          <li
            key={endpoint.id}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 text-cell first:border-0 desk:grid-cols-[110px_minmax(0,1.4fr)_minmax(0,1fr)] desk:items-center"
          >
            <b className="font-medium">{t(`dialect.${endpoint.dialect}`)}</b>
            <span className="row gap4 min-w-0">
              <span className="m wrap-anywhere">{endpoint.base_url}</span>
              <CopyButton text={endpoint.base_url} what={t('detail.endpoint')} />
            </span>
            <span className="t2">{endpoint.protocols.map((protocol) => t(`protocol.${protocol}`)).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
