import { CornerDownLeft, SearchX } from 'lucide-react'
import { Fragment, useEffect, useRef, type MouseEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Found, Span } from '../../lib/palette/match.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Entry } from './entry.ts'
import { optionId } from './option-id.ts'
import type { Asked, Result, Section } from './results.ts'
import type { Objects } from './use-objects.tsx'

type Props = {
  id: string
  asked: Asked
  sections: readonly Section[]
  chosen: Entry | undefined
  objects: Objects
  onPoint: (entry: Entry) => void
  onTake: (entry: Entry, event: MouseEvent) => void
  onClear: () => void
}

/** What was found, group by group, or that nothing was. */
export function Results({ id, asked, sections, chosen, objects, onPoint, onTake, onClear }: Props) {
  const t = useTexts('palette')
  const found = sections.length > 0
  return (
    <div className="pg">
      <div role="listbox" id={`${id}-list`} aria-label={t('results')}>
        {sections.map(({ group, results }) => (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div className="grp" id={`${id}-${group}`}>
              {t(`group.${group}`)}
            </div>
            {results.map((result) => (
              <Row
                key={result.entry.id}
                id={optionId(id, result.entry)}
                result={result}
                on={result.entry === chosen}
                onPoint={() => onPoint(result.entry)}
                onTake={(event) => onTake(result.entry, event)}
              />
            ))}
          </div>
        ))}
      </div>
      <output className="ps">
        {objects.waiting && t('searching')}
        {objects.failed && (
          <>
            {t('failed')}
            <button type="button" className="link" onClick={objects.retry}>
              {t('retry')}
            </button>
          </>
        )}
      </output>
      {!found && !objects.waiting && (
        <Empty
          icon={SearchX}
          title={t('nothing', { text: asked.text })}
          text={t('nothing_hint')}
          actions={<Button onClick={onClear}>{t('clear')}</Button>}
        />
      )}
    </div>
  )
}

type RowProps = {
  id: string
  result: Result
  on: boolean
  onPoint: () => void
  onTake: (event: MouseEvent) => void
}

function Row({ id, result: { entry, found }, on, onPoint, onTake }: RowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) row.current?.scrollIntoView({ block: 'nearest' })
  }, [on])
  return (
    // The input has the focus and the keys; a row is pressed by the pointer alone.
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      aria-selected={on}
      tabIndex={-1}
      className="pt"
      onPointerMove={() => !on && onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <Icon of={entry.icon} />
      <span className="nw el">
        {entry.under !== undefined && (
          <>
            {entry.under} <span className="t3">/</span>{' '}
          </>
        )}
        <Marked text={entry.title} spans={found.title} />
      </span>
      <span className="t3 el">
        <Spelling entry={entry} found={found} />
        {entry.hint}
      </span>
      <span className="sp" />
      <span className="pr">
        {entry.after}
        {entry.keys?.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
        {on && <Icon of={CornerDownLeft} small />}
      </span>
    </button>
  )
}

/** A text with what was found in it marked. */
function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  const edges = [0, ...spans.flat(), text.length].toSorted((one, other) => one - other)
  const isFound = (at: number) => spans.some(([from, to]) => at >= from && at < to)
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0
    const part = text.slice(from, to)
    return isFound(from) ? <mark key={from}>{part}</mark> : <Fragment key={from}>{part}</Fragment>
  })
}

/** How the title is spelled, where it was found by that: from the first syllable that was meant. */
function Spelling({ entry, found }: { entry: Entry; found: Found }) {
  if (found.syllables.size === 0) return null
  const first = Math.min(...found.syllables.keys())
  return (
    <span className="py">
      {entry.spelled?.slice(first).map((syllable, index) => {
        const taken = found.syllables.get(first + index) ?? 0
        return (
          <Fragment key={index}>
            {index > 0 && ' '}
            {taken > 0 && <mark>{syllable.slice(0, taken)}</mark>}
            {syllable.slice(taken)}
          </Fragment>
        )
      })}
    </span>
  )
}
