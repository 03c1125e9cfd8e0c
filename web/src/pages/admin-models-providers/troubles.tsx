import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import { adminListPresets } from '../../../../src/contract/presets.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { isShort } from '../../lib/provider/balance.ts'
import { healthOf } from '../../lib/provider/health.ts'
import { ask } from '../../lib/query.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { Note } from '../../ui/note.tsx'
import { BalanceText } from '../../ui/provider/balance-text.tsx'
import { HealthLine } from '../../ui/provider/health-line.tsx'
import { Remedy } from '../../ui/provider/remedy.tsx'

/** So many are named; the list below tells of all. */
const SHOWN = 4

type Props = {
  providers: readonly Provider[]
  dayOf: (id: string) => MatrixRow | undefined
  onTest: (id: string) => void
}

/** Who does not do as it should at present, why, and the way to try it, and who has too little left at their vendor; nothing where all is well. */
export function Troubles({ providers, dayOf, onTest }: Props) {
  const t = useTexts('offers')
  const told = providers
    .map((provider) => ({ provider, ...healthOf(provider, dayOf(provider.id)) }))
    .filter(({ health }) => health === 'degraded' || health === 'down')
    .toSorted((a, b) => Number(b.health === 'down') - Number(a.health === 'down'))
  const short = providers.filter(isShort)
  const all = told.length + short.length
  if (all === 0) return null
  return (
    <Note tone={told[0]?.health === 'down' ? 'err' : 'warn'} className="mb-3.5 items-start!">
      <ul className="grid min-w-0 flex-1 gap-1">
        {told.slice(0, SHOWN).map(({ provider }) => (
          <li key={provider.id} className="row wrap min-w-0">
            <Name provider={provider} />
            <HealthLine provider={provider} lately={dayOf(provider.id)} />
            <Back provider={provider} />
            <span className="sp" />
            <Remedy provider={provider} lately={dayOf(provider.id)} onTest={() => onTest(provider.id)} />
          </li>
        ))}
        {short.slice(0, Math.max(0, SHOWN - told.length)).map((provider) => (
          <Short key={provider.id} provider={provider} />
        ))}
        {all > SHOWN && <li className="t2">{t('troubles.more', { count: all - SHOWN })}</li>}
      </ul>
    </Note>
  )
}

function Name({ provider: { id, name } }: { provider: Provider }) {
  return (
    <Link to="/admin/providers/$id" params={{ id }} className="el font-semibold text-inherit" title={name}>
      {name}
    </Link>
  )
}

/** What is left at a vendor where it is too little, how long it lasts, and the way there. */
function Short({ provider }: { provider: Provider }) {
  const t = useTexts('offers')
  const presets = useQuery(ask(adminListPresets)).data?.items
  const website = presets?.find(({ id }) => id === provider.preset)?.website
  return (
    <li className="row wrap min-w-0">
      <Name provider={provider} />
      <span>
        {t('troubles.left')} <BalanceText provider={provider} lasts />
      </span>
      <span className="sp" />
      {website && (
        <a href={website} target="_blank" rel="noreferrer" className="nw">
          {t('troubles.topUp')}
        </a>
      )}
    </li>
  )
}

/** When the first thing of a provider that rests is tried again. */
function Back({ provider }: { provider: Provider }) {
  const t = useTexts('offers')
  const now = useMinute()
  const { endpoints, credentials } = provider.health
  const until = [...endpoints, ...credentials].flatMap((one) => one.until ?? []).toSorted()[0]
  if (until === undefined || Date.parse(until) <= now) return null
  return (
    <span className="t2 n nw">
      <Countdown until={until} /> {t('troubles.again')}
    </span>
  )
}
