import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Dimension } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { DIMENSIONS_OF } from '../../lib/traffic/filters.ts'
import { LEAST_FIELDS, readSearch, type Misunderstood } from '../../lib/traffic/search-grammar.ts'
import { hintsOf } from '../../lib/traffic/search-hints.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { SearchField } from '../../ui/search-field.tsx'

const waitsUntilSent = () => undefined

const EXAMPLES = ['status:429', 'model:claude*', '-client:curl', 'cost:>0.1', 'ttft:>3s'] as const

/** A line to filter by: terms become filters, a word is looked for as it is. What is not understood is said. */
export function SearchBox({ time }: { time: PeriodState }) {
  const t = useTexts('usage')
  const scope = useScope()
  const [search, change] = useSearchParams()
  const [text, setText] = useFilterText(one(search, 'q') ?? '', waitsUntilSent)
  const [fault, setFault] = useState<Misunderstood | null>(null)
  // Names and stars in terms mean something only among what there is.
  const named = /[:：]/.test(text)
  const choices = useQueries({
    queries: DIMENSIONS_OF[scope].map((by) => ({ ...askBreakdown(scope, { ...time.query, by }), enabled: named })),
  })
  const known = (dimension: Dimension) =>
    choices[DIMENSIONS_OF[scope].findIndex((each) => each === dimension)]?.data?.items ?? []
  const hints = useId()
  const submit = () => {
    const read = readSearch(text.trim(), DIMENSIONS_OF[scope], known)
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
        submit()
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
          setText(next)
          setFault(null)
          if (next === '') change({ q: null })
        }}
      />
      <datalist id={hints}>
        {hintsOf(text, DIMENSIONS_OF[scope], known).map((hint) => (
          <option key={hint}>{hint}</option>
        ))}
      </datalist>
      <p className={fault ? 'err t3' : 't3'} id="us-search-help" role={fault ? 'alert' : undefined}>
        {fault ? (
          t(`search.fault.${fault.why}`, {
            term: fault.term,
            fields: [...DIMENSIONS_OF[scope], ...LEAST_FIELDS].join(', '),
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
