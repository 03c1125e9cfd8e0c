import { Activity } from 'lucide-react'
import type { ActivityEvent, listActivity } from '../../../src/contract/activity.ts'
import { deviceName } from '../../../src/core/device.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { sentenceOf } from '../lib/activity/sentence.ts'
import { useFormat } from '../lib/use-format.ts'
import type { usePages } from '../lib/use-pages.ts'
import { Icon } from './icon.tsx'
import { Trail } from './trail.tsx'

type Props = { list: ReturnType<typeof usePages<typeof listActivity>> }

/** What happened to an account, or to one of its keys, as its owner reads it, newest first. */
export function ActivityTrail({ list }: Props) {
  const t = useTexts('activity')
  return (
    <Trail list={list} icon={Activity} none={t('nothing.never')} more={t('more')}>
      {(event) => <Line key={event.id} event={event} />}
    </Trail>
  )
}

function Line({ event }: { event: ActivityEvent }) {
  const t = useTexts('activity')
  const { when, whenExact } = useFormat()
  const { icon, tone, what, object, gone, sub } = sentenceOf(event, t)
  const whence = event.details['by'] === 'admin' ? t('by_admin') : deviceName(event.user_agent)
  return (
    <li className="row gap12 border-b border-line px-3 py-1.5 text-cell last:border-0">
      <Icon of={icon} small className={tone || 't3'} />
      <span className="grid min-w-0 wrap-anywhere">
        <span className={tone === 'err' ? 'err' : ''}>
          {what} {object !== null && <b className={gone ? 'line-through' : ''}>{object}</b>}
        </span>
        <span className="t3">{[sub, whence, event.ip].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="sp" />
      <span className="t2 n nw" title={whenExact(event.at)}>
        {when(event.at)}
      </span>
    </li>
  )
}
