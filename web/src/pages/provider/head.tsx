import { Link } from '@tanstack/react-router'
import { ArrowRight, ArrowUpRight } from 'lucide-react'
import type { HealthRange, ProviderDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Status } from '../../ui/status.tsx'
import { Tag } from '../../ui/tag.tsx'

/** Who it is and how it does now, in a sentence. */
export function Head({ provider, range }: { provider: ProviderDetail; range: HealthRange }) {
  const t = useTexts('provider')
  const reader = useReader()
  const { id, name, preset, status, protocols, website } = provider
  const told = useTold(provider)
  return (
    <Card className="pd-head">
      <MarkTile names={[preset, name]} size={44} />
      <div className="min-w-0">
        <div className="row wrap">
          <Status state={status} />
          <b>{told.title}</b>
        </div>
        <p className="t2">{told.text}</p>
      </div>
      <div className="pd-head-facts">
        <span className="row wrap gap4">
          <span className="t3">{t('protocols')}</span>
          {protocols.map((one) => (
            <Tag key={one}>{PROTOCOL_NAMES[one].name}</Tag>
          ))}
        </span>
        <span className="row wrap gap12">
          {website !== null && (
            <a href={website} target="_blank" rel="noreferrer" className="row gap4">
              {t('website', { host: new URL(website).host })}
              <Icon of={ArrowUpRight} small />
            </a>
          )}
          {reader === 'told' && (
            <Link to="/dashboard/usage" search={{ tab: 'requests', provider: id, range }} className="row gap4">
              {t('mine')}
              <Icon of={ArrowRight} small />
            </Link>
          )}
        </span>
      </div>
    </Card>
  )
}

function useTold({ status, incidents }: ProviderDetail): { title: string; text: string } {
  const t = useTexts('provider')
  const format = useFormat()
  const words = useHealthWords()
  const [latest] = incidents
  const lasting = latest?.to === null ? latest : undefined
  if (status === 'broken') return { title: t('state.broken'), text: t('brokenText') }
  if (lasting) {
    const text = t('since', { time: format.when(lasting.from), span: words.span(words.lasted(lasting)) })
    return { title: words.what(lasting), text }
  }
  const text = latest ? t('lastIncident', { time: format.when(latest.from) }) : t('calm')
  return { title: t(`state.${status}`), text }
}
