import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActivityEvent } from '../../../../src/contract/activity.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { sentenceOf } from '../../lib/activity/sentence.ts'
import { timeOfDay } from '../../lib/clock.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { wallOf } from '../../lib/zone.ts'
import { Code } from '../../ui/code.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../../ui/status.tsx'

type Props = { event: ActivityEvent; open: boolean; onOpen: () => void }

/** One event: a sentence, from where, when; pressed it shows its fields. */
export function EventRow({ event, open, onOpen }: Props) {
  const t = useTexts('activity')
  const { voice } = useFormat()
  const { icon, tone, what, object, gone, sub, code } = sentenceOf(event, t)
  const device = useDevice(event)
  const { hour, minute, second } = wallOf(Date.parse(event.at), voice.zone)
  const time = timeOfDay({ hour, minute, second }, voice)
  const where = event.ip || NONE
  return (
    <div className={`ev ${open ? 'open' : ''}`}>
      <button type="button" className="er" aria-expanded={open} onClick={onOpen}>
        <span className={`ei ${tone}`}>
          <Icon of={icon} small />
        </span>
        <span className="es">
          <span className={tone === 'err' ? 'err' : ''}>
            {what}
            {object !== null && (
              <>
                {' '}
                <b className={gone ? 'gone' : ''}>{object}</b>
              </>
            )}
          </span>
          {sub !== '' && <span className={`t3 ${code ? 'm' : ''}`}>{sub}</span>}
          <span className="t3 only-m n">{[time, where, device].filter((part) => part !== NONE).join(' · ')}</span>
        </span>
        <span className="hide ac-device t2 el">{device}</span>
        <span className="hide n el">{where}</span>
        <span className="hide m nw t2 r">{time}</span>
        <Icon of={open ? ChevronUp : ChevronDown} small className="t3" label={t(open ? 'collapse' : 'expand')} />
      </button>
      {open && <Fields event={event} />}
    </div>
  )
}

/** From what it was done: the browser, the program, or the administration. */
function useDevice({ details, user_agent: agent }: ActivityEvent): string {
  const t = useTexts('activity')
  if (details['by'] === 'admin') return t('by_admin')
  return deviceName(agent) ?? NONE
}

function Fields({ event }: { event: ActivityEvent }) {
  const t = useTexts('activity')
  const { whenExact } = useFormat()
  return (
    <div className="xp">
      <dl className="kv">
        <Fact name={t('raw.kind')} className="m">
          {event.kind}
        </Fact>
        <Fact name={t('raw.outcome')}>
          <Status state={event.outcome === 'done' ? 'success' : 'client_error'}>{t(`outcome.${event.outcome}`)}</Status>
        </Fact>
        <Fact name={t('raw.at')} className="n">
          {whenExact(event.at)}
        </Fact>
        <Fact name={t('raw.id')} className="m">
          {event.id}
        </Fact>
        {event.ip !== '' && (
          <Fact name={t('raw.ip')} className="n">
            {event.ip}
          </Fact>
        )}
        {event.user_agent !== '' && <Fact name={t('raw.agent')}>{event.user_agent}</Fact>}
      </dl>
      <Code language="json" title={t('raw.fields')} code={JSON.stringify(event.details, null, 2)} />
    </div>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </>
  )
}
