import type { ReactNode } from 'react'
import type { MatrixRow } from '../../../../../src/contract/overview.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { Countdown } from '../../../ui/countdown.tsx'
import { Status } from '../../../ui/status.tsx'

type Resting = MatrixRow['resting'][number]

/** What is not asked at present, and for how long: an endpoint, and credentials of its provider. */
export function Rests({ endpoint, row }: { endpoint: MatrixRow['endpoints'][number]; row: MatrixRow }) {
  const t = useTexts('overview')
  const open = endpoint.breaker !== 'closed'
  if (!open && row.resting.length === 0) return null
  return (
    <span className="row gap4 wrap">
      {open && (
        <Status state="broken">
          {t('matrix.endpoint')}
          <Until at={endpoint.until} />
        </Status>
      )}
      {row.resting.map((credential) => (
        <Status key={credential.id} state={credential.status === 'cooling' ? 'limited' : 'upstream_error'}>
          {credential.name}
          <Why credential={credential} />
        </Status>
      ))}
    </span>
  )
}

function Why({ credential: { status, until } }: { credential: Resting }): ReactNode {
  const t = useTexts('overview')
  return status === 'cooling' ? <Until at={until} /> : <> · {t(`matrix.${status}`)}</>
}

function Until({ at }: { at: string | null }) {
  if (at === null) return null
  return <Countdown until={at} />
}
