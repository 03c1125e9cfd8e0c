import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { useScope } from '../../lib/scope.ts'
import { RequestCard } from '../../ui/traffic/request-card.tsx'

type Props = {
  rows: readonly RequestRow[]
  onOpen: (id: string) => void
  isFresh: (row: RequestRow) => boolean
}

/** The requests for narrow screens. */
export function RequestCards({ rows, onOpen, isFresh }: Props) {
  const admin = useScope() === 'admin'
  const mask = useMask()
  return rows.map((row) => {
    const owner = admin ? (row.user?.name ?? '') : row.key.name
    const from = [row.client, owner === row.client ? '' : mask(owner)].filter(Boolean).join(' · ')
    return <RequestCard key={row.id} request={row} fresh={isFresh(row)} onOpen={onOpen} from={from} />
  })
}
