import { ArrowRight, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Fragment } from 'react'
import type { adminGetAudit } from '../../../../src/contract/audit.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { exact } from '../../lib/format.ts'
import { Icon } from '../../ui/icon.tsx'

type Whole = AnswerOf<typeof adminGetAudit>
type Chain = NonNullable<Whole['chain']>

/** Whether an act stands in the chain as it was written: its hash between those of its neighbours. */
export function ChainStrip({ n, chain }: { n: number; chain: Chain }) {
  const t = useTexts('audit')
  const { hash, previous, next, breach } = chain
  const isFirst = n === 1
  const rings = [
    previous ?? { n: isFirst ? null : n - 1, hash: null },
    { n, hash },
    // Where only one neighbour can be gone, and the one before is there, it is this one.
    next ?? { n: breach === 'missing' && (isFirst || previous !== null) ? n + 1 : null, hash: null },
  ]
  return (
    <section aria-label={t('link.title')} className={`au-chain ${breach === null ? '' : 'broken'}`}>
      <span className={`st ${breach === null ? 'ok' : 'err'}`}>
        <Icon of={breach === null ? ShieldCheck : ShieldAlert} small />
        {t(breach === null ? 'link.holds' : 'link.broken')}
      </span>
      {rings.map((ring, at) => (
        <Fragment key={at}>
          {at > 0 && <Icon of={ArrowRight} small />}
          <span className={`au-ring ${at === 1 ? 'this' : ''}`}>
            <span className={ring.n !== null && ring.hash === null ? 'err' : 't3'}>
              {ring.n === null ? t(at === 0 ? 'link.first' : 'link.newest') : `#${exact(ring.n)}`}
              {at === 1 && ` ${t('event.this')}`}
            </span>
            <span className="m" title={ring.hash ?? undefined}>
              {ring.hash === null ? (ring.n === null ? '—' : t('link.gone')) : shortened(ring.hash)}
            </span>
          </span>
        </Fragment>
      ))}
      {breach !== null && <p className="err">{t(`link.why.${breach}`)}</p>}
    </section>
  )
}

/** Enough of a hash to compare it by eye; all of it is at the cursor. */
const shortened = (hash: string): string => (hash.length > 8 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash || '—')
