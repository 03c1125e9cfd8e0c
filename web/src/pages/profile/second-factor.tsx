import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { getSecondFactor } from '../../../../src/contract/second-factor.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { listSessions } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

const loadDialogs = () => loadChunk(() => import('./second-factor-dialogs.tsx'))
const DIALOGS = {
  enable: lazy(() => loadDialogs().then((found) => ({ default: found.SetUpDialog }))),
  replace: lazy(() => loadDialogs().then((found) => ({ default: found.ReplaceDialog }))),
  renew: lazy(() => loadDialogs().then((found) => ({ default: found.RenewDialog }))),
  disable: lazy(() => loadDialogs().then((found) => ({ default: found.EndDialog }))),
}
type Deed = keyof typeof DIALOGS

/** So few recovery codes are too few. */
const FEW = 2

/** Whether signing in takes a code as well, and how that is changed. */
export function SecondFactor() {
  const t = useTexts('twostep')
  const query = useQuery(ask(getSecondFactor))
  const { data } = query
  const [deed, setDeed] = useState<Deed | null>(null)
  const Dialog = deed && DIALOGS[deed]
  const close = () => {
    setDeed(null)
    void askAgain(getSecondFactor, listSessions)
  }
  return (
    <Card>
      <CardHead title={t('title')} remark={data && data.enabled_at === null ? t('card.off') : undefined}>
        {data && data.enabled_at !== null && (
          <span className="st ok">
            <Icon of={ShieldCheck} />
            {t('card.on')}
          </span>
        )}
      </CardHead>
      {data === undefined ? (
        <Unanswered
          query={query}
          bones={
            <Skeleton>
              <Bone height={40} />
            </Skeleton>
          }
        />
      ) : (
        <State state={data} onDeed={setDeed} />
      )}
      <Suspense fallback={null}>{Dialog && <Dialog onClose={close} />}</Suspense>
    </Card>
  )
}

type StateProps = { state: AnswerOf<typeof getSecondFactor>; onDeed: (deed: Deed) => void }

function State({ state: { enabled_at: since, recovery_codes_left: left, required }, onDeed }: StateProps) {
  const t = useTexts('twostep')
  const { when } = useFormat()
  if (since === null) {
    return (
      <div className="col gap16">
        <p className="t2 text-pretty">{t('card.why')}</p>
        <div>
          <Button kind="primary" onClick={() => onDeed('enable')} onPointerEnter={() => void loadDialogs()}>
            {t('card.enable')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="col gap16">
      <dl className="kv">
        <dt>{t('card.since')}</dt>
        <dd className="n m-0">{when(since)}</dd>
        <dt>{t('card.left')}</dt>
        <dd className="n m-0">{t('card.count', { count: left })}</dd>
      </dl>
      {left <= FEW && (
        <Note tone="warn">
          <span>{left === 0 ? t('card.none') : t('card.few', { count: left })}</span>
        </Note>
      )}
      <div className="row wrap">
        <Button onClick={() => onDeed('replace')}>{t('card.replace')}</Button>
        <Button onClick={() => onDeed('renew')}>{t('card.renew')}</Button>
        <Button kind="danger" disabled={required} onClick={() => onDeed('disable')}>
          {t('card.disable')}
        </Button>
        {required && <span className="t3">{t('card.required')}</span>}
      </div>
    </div>
  )
}
