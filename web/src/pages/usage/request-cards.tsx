import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useScope } from '../../lib/scope.ts'
import { RequestCard } from '../../ui/traffic/request-card.tsx'
import type { Tools } from './request-tools.tsx'

type Props = {
  rows: readonly RequestRow[]
  onOpen: (id: string) => void
  isFresh: (id: string) => boolean
  tools: Tools
}

/** The requests for narrow screens. */
export function RequestCards({ rows, onOpen, isFresh, tools }: Props) {
  const admin = useScope() === 'admin'
  return rows.map((row) => {
    const owner = admin ? (row.user?.name ?? '') : row.key.name
    const from = [row.client, owner === row.client ? '' : tools.mask(owner)].filter(Boolean).join(' · ')
    return <RequestCard key={row.id} request={row} fresh={isFresh(row.id)} onOpen={onOpen} from={from} />
  })
}
