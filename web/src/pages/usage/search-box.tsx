import { useQueries } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { BreakdownRow, Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { DIMENSIONS_OF } from '../../lib/traffic/filters.ts'
import { isPrivate, useHidden } from '../../lib/traffic/privacy.ts'
import { LEAST_FIELDS, readSearch, type Misunderstood } from '../../lib/traffic/search-grammar.ts'
import { hintsOf } from '../../lib/traffic/search-hints.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { SearchField } from '../../ui/search-field.tsx'

type Answered = { data: { items: readonly BreakdownRow[] } | undefined }

const waitsUntilSent = () => undefined

const EXAMPLES = ['status:429', 'model:claude*', '-client:curl', 'cost:>0.1', 'ttft:>3s'] as const

/** A line to filter by: terms become filters, a word is looked for as it is. What is not understood is said. */
export function SearchBox({ time }: { time: PeriodState }) {
  const t = useTexts('usage')
  const scope = useScope()
  const reader = useReader()
  const [search, change] = useSearchParams()
  const [text, setText] = useFilterText(one(search, 'q') ?? '', waitsUntilSent)
  const [fault, setFault] = useState<Misunderstood | null>(null)
  // Names and stars in terms mean something only among what there is.
  const named = /[:：]/.test(text)
  const choices = useQueries({
    queries: DIMENSIONS_OF[reader].map((by) => ({ ...askBreakdown(scope, { ...time.query, by }), enabled: named })),
  })
  const among = (answers: readonly Answered[]) => (dimension: Dimension) =>
    answers[DIMENSIONS_OF[reader].findIndex((each) => each === dimension)]?.data?.items ?? []
  const hidden = useHidden()
  // What is hidden is understood all the same where it is typed.
  const told = (dimension: Dimension) => (hidden && isPrivate(dimension) ? [] : among(choices)(dimension))
  const latestRef = useLatest(text)
  const hints = useId()
  const submit = async () => {
    latestRef.current = text
    // What is pasted is sent before it is known what there is.
    const there = named
      ? await Promise.all(choices.map(async (one) => (one.data ? one : one.refetch({ cancelRefetch: false }))))
      : choices
    if (latestRef.current !== text) return undefined
    const read = readSearch(text.trim(), DIMENSIONS_OF[reader], among(there))
    if (!read.ok) return setFault(read)
    setFault(null)
    setText(read.q)
    return change({ ...read.filters, ...read.least, q: read.q })
  }
  return (
    <form
      className="us-search"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SearchField
        value={text}
        label={t('search.label')}
        slash
        maxLength={200}
        list={hints}
        autoComplete="off"
        aria-invalid={fault !== null || undefined}
        aria-describedby="us-search-help"
        onChange={(next) => {
          latestRef.current = next
          setText(next)
          setFault(null)
          if (next === '') change({ q: null })
        }}
      />
      <datalist id={hints}>
        {hintsOf(text, DIMENSIONS_OF[reader], told).map((hint) => (
          <option key={hint}>{hint}</option>
        ))}
      </datalist>
      <p className={fault ? 'err t3' : 't3'} id="us-search-help" role={fault ? 'alert' : undefined}>
        {fault ? (
          t(`search.fault.${fault.why}`, {
            term: fault.term,
            fields: [...DIMENSIONS_OF[reader], ...LEAST_FIELDS].join(', '),
          })
        ) : (
          <span className="hide us-grammar">
            {t('search.grammar')}
            {EXAMPLES.map((example) => (
              <span key={example} className="m">
                {example}
              </span>
            ))}
            {t('search.rules')}
          </span>
        )}
      </p>
    </form>
  )
}

/** What was typed last; null once one has left: what is sent just before must not filter the next page. */
function useLatest(text: string): { current: string | null } {
  const latest = useRef<string | null>(text)
  useEffect(
    () => () => {
      latest.current = null
    },
    [],
  )
  return latest
}
