import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, SearchX } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { SNIPPETS } from '../../lib/snippets.ts'
import { periodOf } from '../../lib/time-range.ts'
import { askRequests } from '../../lib/traffic/ask.ts'
import { noFilters, type Filters } from '../../lib/traffic/filters.ts'
import { readFloors } from '../../lib/traffic/floors.ts'
import { periodQuery, type PeriodState } from '../../lib/traffic/use-period.ts'
import { useReader } from '../../lib/traffic/use-reader.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/empty.tsx'

/** What is said when there is nothing to show: that the filters are too narrow, or how to send the first request. */
export function Nothing({ time, filters }: { time: PeriodState; filters: Filters }) {
  const t = useTexts('usage')
  const scope = useScope()
  const reader = useReader()
  const [search, change] = useSearchParams()
  const narrowed = Object.keys({ ...filters, ...readFloors(search) }).length > 0
  const filtered = narrowed || one(search, 'q') !== undefined
  const widest = periodQuery(periodOf('90d', time.present), time.present.zone)
  const ever = useQuery({ ...askRequests(scope, { ...widest, limit: 1 }), enabled: !filtered })
  if (!filtered && ever.data?.items.length === 0) return <Never />
  const canWiden = time.range !== '90d'
  return (
    <Empty
      icon={SearchX}
      title={t(filtered ? 'nothing.filtered' : 'nothing.range')}
      text={t(canWiden ? 'nothing.widen' : 'nothing.other')}
      actions={
        <>
          {filtered && <Button onClick={() => change(noFilters(reader))}>{t('clearFilters')}</Button>}
          {canWiden && (
            <Button kind={filtered ? 'ghost' : 'plain'} onClick={() => time.setRange('90d')}>
              {t('nothing.widest')}
            </Button>
          )}
        </>
      }
    />
  )
}

function Never() {
  const t = useTexts('usage')
  const origin = useOrigin()
  const curl = SNIPPETS.find((snippet) => snippet.id === 'curl')
  return (
    <Empty
      icon={ChartColumn}
      title={t('nothing.never')}
      text={t('nothing.soon')}
      actions={
        <Link to="/dashboard/api-keys" className={buttonClass({ kind: 'primary' })}>
          {t('nothing.createKey')}
        </Link>
      }
    >
      {curl && (
        <Code
          language={curl.language}
          title={curl.client}
          code={curl.write({ origin, key: 'sk-ym-…', model: 'MODEL', hello: t('nothing.hello') })}
        />
      )}
    </Empty>
  )
}
