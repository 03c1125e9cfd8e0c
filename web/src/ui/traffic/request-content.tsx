import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { CaptureView } from '../../../../src/contract/captures.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { useScope } from '../../lib/scope.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { askCapture } from '../../lib/traffic/capture.ts'
import { layOut } from '../../lib/traffic/lay-out.ts'
import { Button, buttonClass } from '../button.tsx'
import { Code } from '../code.tsx'
import { Empty } from '../empty.tsx'
import { ErrorState } from '../error-state.tsx'
import { Note } from '../note.tsx'
import { Bone, Skeleton } from '../skeleton.tsx'
import { Tag } from '../tag.tsx'

/** What was said in a request. Opened by a press alone and never by the address: a link must not make its reader look. */
export function RequestContent({ id }: { id: string }) {
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
      <div id={place}>{open && <Content id={id} />}</div>
    </section>
  )
}

function Content({ id }: { id: string }) {
  const t = useTexts('requests')
  const { data, error, refetch } = useQuery(askCapture(useScope(), id))
  if (data !== undefined) return data.at === null ? <Nothing /> : <Sides said={data} />
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

function Nothing() {
  const t = useTexts('requests')
  const admin = isAdmin(useUser())
  return (
    <Empty
      icon={FileX}
      title={t('content.nothing')}
      text={t('content.why')}
      actions={
        admin ? (
          <Link to="/admin/system" search={{ q: 'capture.' } as never} className={buttonClass({})}>
            {t('content.settings')}
          </Link>
        ) : undefined
      }
    />
  )
}

function Sides({ said: { request, answer } }: { said: CaptureView }) {
  const t = useTexts('requests')
  return (
    <div className="col gap16 rd-said">
      {request && <Side name={t('content.request')} body={request} />}
      {answer && <Side name={t('content.answer')} body={answer} />}
    </div>
  )
}

type SideProps = { name: string; body: NonNullable<CaptureView['request']> }

function Side({ name, body: { text, bytes: size, cut } }: SideProps) {
  const t = useTexts('requests')
  const shown = useMemo(() => layOut(text, cut), [text, cut])
  const title = `${name} · ${bytes(size)}`
  if (text === '') {
    return (
      <p className="t3">
        {title} · {t(size === 0 ? 'content.empty' : 'content.noText')}
      </p>
    )
  }
  return <Code code={shown} language="plain" title={title} actions={cut && <Tag>{t('content.cut')}</Tag>} />
}
