import { Link } from '@tanstack/react-router'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf, type Lately } from '../../lib/provider/health.ts'

/** What of a provider's page mends what no test can; everything else is tried. */
const SECTION: Partial<Record<string, 'keys' | 'mapping'>> = { no_credential: 'keys', no_model: 'mapping' }

type Props = { provider: Provider; lately: Lately | undefined; onTest: () => void }

/** The way to mend a provider that does not do as it should: where what it lacks is added, or a test. */
export function Remedy({ provider, lately, onTest }: Props) {
  const t = useTexts('offers')
  const section = SECTION[healthOf(provider, lately).reason?.code ?? '']
  if (section === undefined)
    return (
      <button type="button" className="link nw" onClick={onTest}>
        {t('troubles.test')}
      </button>
    )
  return (
    <Link to="/admin/providers/$id" params={{ id: provider.id }} hash={section} className="nw">
      {t(`section.${section}`)}
    </Link>
  )
}
