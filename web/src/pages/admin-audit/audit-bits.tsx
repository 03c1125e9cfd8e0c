import type { AuditEvent } from '../../../../src/contract/audit.ts'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Dot } from '../../ui/dot.tsx'
import { Tag } from '../../ui/tag.tsx'
import { placeOfTarget, useActWords } from './use-act-words.ts'

/** What was done, in a word. */
export function Verb({ event }: { event: AuditEvent }) {
  const words = useActWords()
  return (
    <span title={event.action}>
      <Tag className={words.isRough(event) ? 'err' : ''}>{words.verb(event)}</Tag>
    </span>
  )
}

/** Who did it, and what they are. */
export function Actor({ event }: { event: AuditEvent }) {
  const t = useTexts('audit')
  const words = useActWords()
  return (
    <>
      {words.actor(event)} {event.actor !== null && <span className="t3">{t(`role.${event.actor.role}`)}</span>}
    </>
  )
}

/** What it was done to: its kind and its name, or its id where it has none any more; `leads` there where it is shown still. */
export function Target({ event, leads = false }: { event: AuditEvent; leads?: boolean }) {
  const words = useActWords()
  const { name, id } = event.target
  const place = leads ? placeOfTarget(event) : null
  const called = name ?? <span className="m">{id}</span>
  // Where neither is known, its kind is what leads there.
  if (place !== null && name === null && id === null) return <Link to={place}>{words.kind(event)}</Link>
  return (
    <>
      <span className="t3">{words.kind(event)}</span> {place === null ? called : <Link to={place}>{called}</Link>}
    </>
  )
}

/** Whether it was done. */
export function Outcome({ event }: { event: AuditEvent }) {
  const t = useTexts('audit')
  return (
    <span className="row gap4 nw">
      <Dot tone={event.outcome === 'done' ? 'ok' : 'warn'} />
      {t(`outcome.${event.outcome}`)}
    </span>
  )
}
