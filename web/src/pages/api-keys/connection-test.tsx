import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Play, RotateCw } from 'lucide-react'
import { testKey, type ApiKey, type KeyTest } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { reloadKeys } from './use-key-deeds.ts'

/** Sends one tiny request with the key and says how it went. */
export function ConnectionTest({ item }: { item: ApiKey }) {
  const t = useTexts('keys')
  const { when, voice } = useFormat()
  const test = useMutation({
    mutationFn: () => call(testKey, { params: { id: item.id }, body: {} }),
    onSettled: () => reloadKeys(),
  })
  const done = test.isSuccess || test.isError
  return (
    <section>
      <div className="keys-h">
        <h3>{t('test.title')}</h3>
        <span className="t3">{t('test.hint')}</span>
      </div>
      <div className="keys-test">
        <output>
          {test.isPending && <span className="t2">{t('test.running')}</span>}
          {test.isIdle && <span className="t2">{t('test.idle')}</span>}
          {test.isSuccess && <Outcome result={test.data} />}
          {test.isError && <Failed why={test.error.detail || t('failed.retry')} id={requestId(test.error)} />}
        </output>
        <span className="sp hide" />
        {done && (
          <span className="t3 nw n hide">{when(new Date(Math.min(test.submittedAt, voice.now)).toISOString())}</span>
        )}
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          <Icon of={done ? RotateCw : Play} small />
          {t(done ? 'test.again' : 'test.start')}
        </Button>
      </div>
    </section>
  )
}

const requestId = (error: unknown): string | null => (error instanceof CallError ? error.requestId : null)

function Outcome({ result }: { result: KeyTest }) {
  const t = useTexts('keys')
  const { seconds, usd } = useFormat()
  if (!result.ok)
    return (
      <Failed
        why={result.detail ?? t('test.status', { status: result.status })}
        id={result.request_id}
        status={result.status}
      />
    )
  const facts = [
    result.model,
    result.first_token_ms !== null && t('test.first', { time: seconds(result.first_token_ms) }),
    result.first_token_ms === null && t('test.total', { time: seconds(result.total_ms) }),
    result.cost !== null && usd(result.cost),
  ]
  return (
    <>
      <span className="row ok keys-verdict">
        <Icon of={CircleCheck} small />
        {t('test.fine')}
      </span>
      <span className="n t2 text-cell">{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** What to do about a status, where one sentence can say it. */
const FIXES = {
  401: 'key',
  404: 'model',
  429: 'limit',
  502: 'upstream',
  503: 'upstream',
  504: 'upstream',
} as const
const fixOf = (status: number) => (status in FIXES ? FIXES[status as keyof typeof FIXES] : null)

function Failed({ why, id, status = 0 }: { why: string; id: string | null; status?: number }) {
  const t = useTexts('keys')
  const fix = fixOf(status)
  return (
    <>
      <span className="row err keys-verdict">
        <Icon of={CircleX} small />
        {status === 0 ? t('test.failed') : t('test.failed_with', { status })}
      </span>
      <span className="text-cell">{why}</span>
      {fix !== null && <span className="t2 text-cell">{t(`test.fix.${fix}`)}</span>}
      {id !== null && (
        <span className="row gap4 t3">
          <span className="m el">{id}</span>
          <CopyButton text={id} what={t('test.request_id')} />
        </span>
      )}
    </>
  )
}
