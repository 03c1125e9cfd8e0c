import { ClipboardPaste, KeyRound, Lock, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { LimitView } from '../../../../src/contract/limits.ts'
import type { ProviderStrips } from '../../../../src/contract/provider-strips.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../../lib/confirm.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { failureName } from '../../lib/traffic/failure-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { DragGrip } from '../../ui/drag-grip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { PriorityField } from '../../ui/provider/priority-field.tsx'
import { ProbeNow } from '../../ui/provider/probe-now.tsx'
import { Status, type StatusState } from '../../ui/status.tsx'
import { SavingSwitch } from '../../ui/saving-switch.tsx'
import { AskedText } from './asked-text.tsx'
import { CredentialBalance } from './credential-balance.tsx'
import { CredentialLimits, useCredentialLimits } from './credential-limits.tsx'
import { type CredentialOrder, useCredentialOrder } from './use-credential-order.ts'
import { credentialInputs, type ProviderSource } from './use-provider.ts'
import { useStrips } from './use-strips.ts'

const CredentialDialog = lazy(() =>
  loadChunk(() => import('./credential-dialog.tsx')).then((found) => ({ default: found.CredentialDialog })),
)
const CredentialEdit = lazy(() =>
  loadChunk(() => import('./credential-edit.tsx')).then((found) => ({ default: found.CredentialEdit })),
)
const PasteCredentials = lazy(() =>
  loadChunk(() => import('./paste-credentials.tsx')).then((found) => ({ default: found.PasteCredentials })),
)

type Credential = Provider['credentials'][number]
type CredentialStrip = ProviderStrips['credentials'][number]
type LastFailure = NonNullable<CredentialStrip['last_failure']>

const STATES = {
  active: 'healthy',
  cooling: 'limited',
  invalid: 'broken',
  exhausted: 'degraded',
  disabled: 'off',
} as const satisfies Record<Credential['status'], StatusState>

type Props = { provider: Provider; source: ProviderSource }

/** The secrets: set or replaced, switched and removed, never shown. */
export function CredentialsCard({ provider, source }: Props) {
  const t = useTexts('providers')
  const [open, setOpen] = useState<{ credential: Credential | null } | null>(null)
  const [edited, setEdited] = useState<Credential | null>(null)
  const [limited, setLimited] = useState<Credential | null>(null)
  const [pasting, setPasting] = useState(false)
  const limitsOf = useCredentialLimits(provider.id)
  const strips = useStrips(provider.id).data?.credentials
  const ranks = useCredentialOrder(provider, source)
  const isAlone = provider.credentials.length === 1
  const add = (
    <>
      <Button small onClick={() => setOpen({ credential: null })}>
        <Icon of={Plus} small />
        {t('detail.addCredential')}
      </Button>
      <Button small onClick={() => setPasting(true)}>
        <Icon of={ClipboardPaste} small />
        {t('paste.open')}
      </Button>
    </>
  )
  return (
    <Card flush aria-label={t('detail.credentials')}>
      <CardHead title={t('detail.credentials')} remark={<span className="hide">{t('detail.credentialsHint')}</span>}>
        {provider.credentials.length > 0 && add}
      </CardHead>
      {provider.credentials.length === 0 ? (
        <Empty icon={KeyRound} title={t('detail.noCredentials')} actions={add} />
      ) : (
        <ul>
          {ranks.order.map((credential) => (
            <Row
              key={credential.id}
              {...{ credential, provider, source }}
              ranks={isAlone ? null : ranks}
              strip={strips?.find(({ id }) => id === credential.id)}
              onReplace={() => setOpen({ credential })}
              limits={limitsOf(credential.id)}
              onEdit={() => setEdited(credential)}
              onLimit={() => setLimited(credential)}
            />
          ))}
        </ul>
      )}
      <div className="foot">
        <Icon of={Lock} small />
        <span>
          {t('detail.sealed')}
          {!isAlone && <span className="hide">{t('detail.orderHint')}</span>}
        </span>
      </div>
      <Suspense fallback={null}>
        {open !== null && <CredentialDialog {...{ provider, source, ...open }} onClose={() => setOpen(null)} />}
        {edited !== null && (
          <CredentialEdit {...{ provider, source }} credential={edited} onClose={() => setEdited(null)} />
        )}
        {pasting && <PasteCredentials provider={provider} onClose={() => setPasting(false)} />}
      </Suspense>
      {limited !== null && (
        <CredentialLimits credential={limited} limits={limitsOf(limited.id) ?? []} onClose={() => setLimited(null)} />
      )}
    </Card>
  )
}

type RowProps = Props & {
  credential: Credential
  /** The ways to another order; null where there is nothing to put in order. */
  ranks: CredentialOrder | null
  /** How it did; undefined while that is not known. */
  strip: CredentialStrip | undefined
  /** Undefined while they are not known. */
  limits: readonly LimitView[] | undefined
  onReplace: () => void
  onEdit: () => void
  onLimit: () => void
}

function Row({ credential, provider, source, ranks, strip, limits, ...on }: RowProps) {
  const t = useTexts('providers')
  const { relative } = useFormat()
  const { id, name, last4, status } = credential
  const used = credential.last_used_at
  const toggle = (on: boolean) => {
    const status = on ? ('active' as const) : ('disabled' as const)
    return source.change(provider, (now) => ({
      credentials: credentialInputs(now).map((row) => (row.id === id ? { ...row, status } : row)),
    }))
  }
  const remove = async () => {
    const yes = await confirm({
      variant: 'danger',
      title: t('detail.removeCredentialTitle'),
      message: t(last4 === '' ? 'detail.removeCredentialShort' : 'detail.removeCredentialText', { name, last4 }),
      confirmText: t('act.remove'),
      typeToConfirm: name,
    })
    if (!yes) return
    await source.change(provider, (now) => ({ credentials: credentialInputs(now).filter((row) => row.id !== id) }))
  }
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line px-4 py-2 text-cell first:border-0 desk:grid-cols-[minmax(0,1.2fr)_152px_minmax(0,1fr)_minmax(0,0.9fr)_auto]"
      {...ranks?.drag.row(id)}
    >
      <Who {...{ credential, ranks, limits }} {...on} />
      <Rank credential={credential} ranks={ranks} />
      <span className="row wrap order-3 col-span-full desk:order-none desk:col-span-1">
        <Status state={STATES[status]}>{t(`detail.credentialState.${status}`)}</Status>
        {credential.reason !== null && <span className="t3 wrap-anywhere">{credential.reason}</span>}
        <Standing {...{ credential, provider, limits }} />
      </span>
      <span className="t3 order-5 col-span-full grid desk:order-none desk:col-span-1">
        <AskedText strip={strip} />
        {/* A request counts as a use where it ended: who was only ever refused was asked all the same. */}
        {used === null ? !strip?.asked && t('detail.never') : `${t('detail.lastUsed')} ${relative(used)}`}
        {strip?.last_failure && <LastError last={strip.last_failure} />}
        {provider.tells_balance && <CredentialBalance {...{ provider, credential }} />}
      </span>
      <span className="row order-2 desk:order-none">
        <SavingSwitch
          checked={status !== 'disabled'}
          aria-label={t('detail.enableCredential', { name })}
          onSave={toggle}
        />
        <Button
          kind="ghost"
          icon
          small
          aria-label={t('detail.removeCredential', { name })}
          onClick={() => void remove()}
        >
          <Icon of={Trash2} small />
        </Button>
      </span>
    </li>
  )
}

type WhoProps = Omit<RowProps, keyof Props | 'strip'>

/** Which credential it is, and what can be done with it. */
function Who({ credential: { id, name, last4 }, ranks, limits, ...on }: WhoProps) {
  const t = useTexts('providers')
  return (
    <div className="row gap4 min-w-0">
      {ranks && <DragGrip title={t('providerList.drag', { name })} {...ranks.drag.handle(id)} />}
      <div className="two">
        <b className="el font-medium">{name}</b>
        <span>
          {last4 === '' ? t('detail.setShort') : t('detail.set', { last4 })} ·{' '}
          <button type="button" className="link" aria-label={t('detail.replaceOf', { name })} onClick={on.onReplace}>
            {t('detail.replace')}
          </button>{' '}
          ·{' '}
          <button type="button" className="link" aria-label={t('detail.editOf', { name })} onClick={on.onEdit}>
            {t('detail.edit')}
          </button>
          {limits && (
            <>
              {' · '}
              <button type="button" className="link" aria-label={t('detail.limitsOf', { name })} onClick={on.onLimit}>
                {t('detail.setLimits')}
              </button>
            </>
          )}
        </span>
      </div>
    </div>
  )
}

/** When it is asked: before and beside which others. */
function Rank({ credential, ranks }: Pick<RowProps, 'credential' | 'ranks'>) {
  const t = useTexts('providers')
  return (
    <span className="t2 n row gap4 order-4 col-span-full desk:order-none desk:col-span-1">
      {t('connection.priority')}{' '}
      {ranks ? (
        <PriorityField {...credential} onChange={(priority) => ranks.setPriority(credential, priority)} />
      ) : (
        credential.priority
      )}{' '}
      · {t('connection.weight')} {credential.weight}
    </span>
  )
}

/** What it failed with last, and when. */
function LastError({ last }: { last: LastFailure }) {
  const t = useTexts('providers')
  const { when, whenExact } = useFormat()
  const { code, words } = failureName(last.class, useTexts('requests'))
  return (
    <span className="n" title={`${words} · ${whenExact(last.at)}`}>
      {t('detail.lastError')} <span className="text-text">{code ?? words}</span> {when(last.at)}
    </span>
  )
}

type StandingProps = Pick<RowProps, 'provider' | 'credential' | 'limits'>

/** What it has under way and is asked a minute, what bounds it, how long it or a model of it rests, and the way to try it at once. */
function Standing({ credential, provider, limits = [] }: StandingProps) {
  const t = useTexts('providers')
  const words = useLimitWords()
  const { count } = useFormat()
  const { id, name, status, allow_models: allowed } = credential
  const now = provider.health.credentials.find((one) => one.id === id)
  const facts = [
    now && t('detail.inFlight', { used: now.in_flight, limit: now.limit ?? t('detail.any') }),
    now && t('detail.perMinute', { count: now.per_minute, n: count(now.per_minute) }),
    ...limits.map((limit) => `${words.name(limit)} ${words.used(limit)} / ${words.max(limit)}`),
    allowed && t('detail.allowed', { count: allowed.length }),
  ].filter((fact) => fact !== undefined && fact !== null)
  const limited = status === 'active' && now ? now.limited : []
  const rests = limited.length > 0 || (status !== 'active' && status !== 'disabled')
  return (
    <>
      {now?.until && <Countdown until={now.until} />}
      {limited.map(({ model, until }) => (
        <span key={model} className="row wrap gap4">
          <Status state="limited">{t('detail.modelLimited')}</Status>
          <Countdown until={until} />
          <span className="t3 wrap-anywhere">{model}</span>
        </span>
      ))}
      {rests && <ProbeNow part={{ kind: 'credential', id }} {...{ provider, name }} />}
      {facts.length > 0 && <span className="t3 n">{facts.join(' · ')}</span>}
    </>
  )
}
