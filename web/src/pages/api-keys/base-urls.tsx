import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { BASE_URLS } from '../../lib/snippets.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type Client = (typeof BASE_URLS)[number]['client']

/** The addresses to enter in clients, each with a copy button. */
export function BaseUrls() {
  const t = useTexts('keys')
  const origin = useOrigin()
  const [shown, setShown] = useState<Client>('OpenAI')
  const path = BASE_URLS.find(({ client }) => client === shown)?.path ?? ''
  return (
    <>
      <Card className="keys-base max-[1100px]:hidden" aria-label="Base URL">
        <h2 className="text-body">Base URL</h2>
        {BASE_URLS.map((base) => (
          <div key={base.client}>
            <div className="t3">
              {base.client} · {t(`base.${base.note}`)}
            </div>
            <Address client={base.client} url={`${origin}${base.path}`} />
          </div>
        ))}
        <TutorialLink />
      </Card>
      <Card className="keys-base-m min-[1100px]:hidden" aria-label="Base URL">
        <div className="row">
          <h2 className="text-body">Base URL</h2>
          <span className="sp" />
          <Segmented
            label={t('base.client')}
            options={BASE_URLS.map(({ client }) => ({ value: client, label: client }))}
            value={shown}
            onChange={setShown}
          />
        </div>
        <Address client={shown} url={`${origin}${path}`} />
        <TutorialLink />
      </Card>
    </>
  )
}

function TutorialLink() {
  const c = useTexts('common')
  return (
    <Link to="/dashboard/tutorial" className="link nw row gap4">
      {c('places.tutorial')}
      <Icon of={ArrowRight} small />
    </Link>
  )
}

function Address({ client, url }: { client: Client; url: string }) {
  const t = useTexts('keys')
  return (
    <div className="u">
      <span className="m el">{url}</span>
      <CopyButton text={url} what={t('base.address', { client })} />
    </div>
  )
}
