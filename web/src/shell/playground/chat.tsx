import { GitCompare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Choices } from '../../lib/playground/choices.ts'
import { isOpen, modelsOf, type Talk, type Turn } from '../../lib/playground/talk.ts'
import { useRows } from '../../lib/playground/use-rows.ts'
import type { Ready } from '../../lib/playground/use-talk.ts'
import { verdictOf } from '../../lib/playground/verdict.ts'
import { sum } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { AnswerCard } from './answer-card.tsx'
import { Composer } from './composer.tsx'
import { Question } from './question.tsx'
import { Start } from './start.tsx'

type Props = {
  talk: Talk
  setup: Ready
  choices: Choices
  busy: boolean
  setText: (text: string) => void
  send: (setup: Ready) => void
  retry: (place: number, setup: Ready) => void
  stop: () => void
}

const PLACES = ['0', '1'] as const

type Rows = ReturnType<typeof useRows>

/** The talk, newest at the foot, and where it goes on. */
export function Chat({ talk, setup, choices, busy, setText, send, retry, stop }: Props) {
  const t = useTexts('playground')
  const [place, setPlace] = useState<(typeof PLACES)[number]>('0')
  const ended = talk.turns.flatMap(({ answers }) => answers.filter((answer) => !isOpen(answer)))
  const rows = useRows(ended.flatMap(({ requestId }) => requestId || []))
  const settled = [...rows.values()].filter((row) => row !== null)
  const nameOf = (id: string) => choices.models.find((model) => model.id === id)?.display_name ?? id
  const end = useFollowedEnd(talk)
  const last = talk.turns.at(-1)
  const beside = besideIn(talk, setup)
  return (
    <section className="pg-chat" aria-label={t('chat')}>
      {beside !== null && (
        <div className="pg-places">
          <Segmented
            label={t('compare')}
            value={place}
            onChange={setPlace}
            options={PLACES.map((value, at) => [value, beside[at] ?? ''] as const).map(([value, model]) => ({
              value,
              label: (
                <span className="row gap4">
                  <MarkTile names={[model]} size={14} bare />
                  <span className="el">{nameOf(model)}</span>
                </span>
              ),
            }))}
          />
        </div>
      )}
      <div className="pg-talk" ref={end} role="log" aria-label={t('chat')}>
        {talk.turns.length === 0 && <Start onPick={setText} />}
        {talk.turns.map((turn) => (
          <div key={turn.id} className="pg-turn">
            <Question text={turn.asked} />
            <div className={turn.answers.length > 1 ? `pg-two at-${place}` : 'pg-one'}>
              {turn.answers.map((answer, at) => (
                <AnswerCard
                  key={at}
                  answer={answer}
                  name={nameOf(answer.model)}
                  row={rows.get(answer.requestId ?? '')}
                  onRetry={turn === last && !busy && setup.model !== '' ? () => retry(at, setup) : undefined}
                />
              ))}
            </div>
            <Comparison turn={turn} rows={rows} nameOf={nameOf} />
          </div>
        ))}
      </div>
      <Composer
        text={talk.text}
        first={talk.turns.length === 0}
        busy={busy}
        why={setup.model === '' ? t('noModel') : null}
        spent={settled.length === 0 ? null : sum(settled.map(({ cost }) => cost))}
        {...{ setText, stop }}
        send={() => send(setup)}
      />
    </section>
  )
}

/** The models that stand side by side: those that are compared, else those that last were; null where none were. */
function besideIn({ turns }: Talk, setup: Ready): string[] | null {
  if (setup.second !== null) return modelsOf(setup)
  return turns.findLast(({ answers }) => answers.length > 1)?.answers.map(({ model }) => model) ?? null
}

function Comparison({ turn, rows, nameOf }: { turn: Turn; rows: Rows; nameOf: (id: string) => string }) {
  const t = useTexts('playground')
  const format = useFormat()
  const [one, other] = turn.answers
  if (!one || !other) return null
  const verdict = verdictOf(rows.get(one.requestId ?? ''), rows.get(other.requestId ?? ''))
  const model = (place: 0 | 1) => nameOf((place === 0 ? one : other).model)
  const { cheaper, faster } = verdict ?? {}
  const what = [
    cheaper && t('verdict.cheaper', { model: model(cheaper.place), share: format.percent(cheaper.share) }),
    faster && t('verdict.faster', { model: model(faster.place), time: format.duration(faster.ms) }),
  ].filter(Boolean)
  if (what.length === 0) return null
  return (
    <p className="pg-verdict">
      <Icon of={GitCompare} small />
      {t('verdict.round', { what: what.join(t('verdict.and')) })}
    </p>
  )
}

/** So near the end counts as being at it, in pixels. */
const NEAR = 48

/** Stays at the end of what comes, unless the reader has gone back. */
function useFollowedEnd(talk: Talk) {
  const list = useRef<HTMLDivElement>(null)
  const away = useRef(false)
  useEffect(() => {
    const box = list.current
    // The keyboard must be able to reach what scrolls.
    box?.setAttribute('tabindex', '0')
    const look = () => {
      if (box) away.current = box.scrollHeight - box.scrollTop - box.clientHeight > NEAR
    }
    box?.addEventListener('scroll', look, { passive: true })
    return () => box?.removeEventListener('scroll', look)
  }, [])
  const turns = talk.turns.length
  useEffect(() => {
    away.current = false
  }, [turns])
  useEffect(() => {
    if (!away.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [talk])
  return list
}
