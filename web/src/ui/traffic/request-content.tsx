import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { useId, useState } from 'react'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { askCapture } from '../../lib/traffic/capture.ts'
import { Button, buttonClass } from '../button.tsx'
import { BodyView } from '../body/body-view.tsx'
import { HeadersView } from '../body/headers-view.tsx'
import { Empty } from '../empty.tsx'
import { ErrorState } from '../error-state.tsx'
import { Note } from '../note.tsx'
import { Bone, Skeleton } from '../skeleton.tsx'
import { Tabs } from '../tabs.tsx'

type Asked = Pick<RequestDetail, 'id' | 'protocol'>
type Side = NonNullable<CaptureView['request']>
/** What was said, where it was kept. */
type Kept = CaptureView & { request: Side; answer: Side }

/** What was said in a request. Opened by a press alone and never by the address: a link must not make its reader look. */
export function RequestContent({ request }: { request: Asked }) {
  const t = useTexts('requests')
  const audited = useScope() === 'admin'
  const [open, setOpen] = useState(false)
  const place = useId()
  return (
    <section aria-label={t('content.title')}>
      <div className="rd-h">
        <h3>{t('content.title')}</h3>
        {audited && <span className="t3">{t('content.audited')}</span>}
        <span className="sp" />
        <Button small aria-expanded={open} aria-controls={place} onClick={() => setOpen(!open)}>
          {t(open ? 'content.close' : 'content.open')}
        </Button>
      </div>
      <div id={place}>{open && <Content asked={request} />}</div>
    </section>
  )
}

function Content({ asked }: { asked: Asked }) {
  const t = useTexts('requests')
  const { data, error, refetch } = useQuery(askCapture(useScope(), asked.id))
  if (data !== undefined) return isKept(data) ? <Sides asked={asked} said={data} /> : <Nothing level={data.level_now} />
  // Asking again would change nothing: while looking at somebody's console, what they said stays theirs.
  if (error?.code === 'view_only') return <Note tone="info">{error.detail}</Note>
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={t('failed')} />
  return (
    <Skeleton>
      <div className="col gap16">
        <Bone height={160} />
        <Bone height={160} />
      </div>
    </Skeleton>
  )
}

const isKept = (said: CaptureView): said is Kept => said.request !== null && said.answer !== null

/** What was said at other times is not told: the level may have been another one. */
function Nothing({ level }: { level: CaptureView['level_now'] }) {
  const t = useTexts('requests')
  return <Lacking title={t(level === 'BASIC' ? 'content.basic' : 'content.nothing')} text={t('content.why')} />
}

function Lacking({ title, text }: { title: string; text?: string }) {
  const t = useTexts('requests')
  const admin = isAdmin(useUser())
  return (
    <Empty
      icon={FileX}
      title={title}
      text={text}
      actions={
        admin ? (
          <Link to="/admin/system" search={{ q: 'capture.' }} className={buttonClass({})}>
            {t('content.settings')}
          </Link>
        ) : undefined
      }
    />
  )
}

const TABS = ['request', 'answer', 'requestHeaders', 'answerHeaders'] as const

function Sides({ asked, said }: { asked: Asked; said: Kept }) {
  const t = useTexts('requests')
  const [tab, setTab] = useState<(typeof TABS)[number]>('request')
  const name = t(`content.tab.${tab}`)
  const { path, bodies, request, answer, upstream } = said
  const side = tab.startsWith('request') ? request : answer
  const ids = upstream.map(({ attempt, id }) => [t('content.upstreamId', { n: attempt }), id] as const)
  const address = path === null ? [] : [[t('content.path'), path] as const]
  return (
    <Tabs
      label={t('content.title')}
      tabs={TABS.map((value) => ({ value, label: t(`content.tab.${value}`) }))}
      value={tab}
      onChange={setTab}
      className="rd-tabs"
    >
      {tab === 'requestHeaders' || tab === 'answerHeaders' ? (
        <HeadersView name={name} headers={side.headers} beside={tab === 'requestHeaders' ? address : ids} />
      ) : bodies === 'level' || bodies === 'succeeded' ? (
        <Lacking title={t(`content.${bodies}`)} text={t('content.bodySize', { size: bytes(side.bytes) })} />
      ) : (
        <BodyView key={tab} name={name} file={`${asked.id}-${tab}`} body={side} protocol={asked.protocol} />
      )}
    </Tabs>
  )
}
