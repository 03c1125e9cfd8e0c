import type { ReactNode } from 'react'
import { useLate } from '../lib/use-late.ts'
import { Card } from './card.tsx'
import { Skeleton } from './skeleton.tsx'
import { PlotBones, RankBones } from './traffic/bones.tsx'

const PATIENCE_MS = 5000

type Props = { known: boolean; children: ReactNode; className?: string }

/** What stands under something whose height only an answer tells: laid out at once, but seen when that is `known`, or after five seconds, so that nothing moves while it is read. Bones stand for it until then. */
export function Below({ known, children, className = '' }: Props) {
  const late = useLate(PATIENCE_MS)
  const seen = known || late
  return (
    // Hidden as a whole: a box that is seen counts as moved even where nothing in it is.
    <div className={`relative ${className}`} style={seen ? undefined : { visibility: 'hidden' }}>
      {children}
      {!seen && (
        <Skeleton className="visible absolute inset-0 overflow-hidden">
          <Card>
            <RankBones rows={2} />
          </Card>
          <div className="g2 mt">
            <Card>
              <PlotBones height={232} />
            </Card>
            <Card>
              <RankBones />
            </Card>
          </div>
        </Skeleton>
      )}
    </div>
  )
}
