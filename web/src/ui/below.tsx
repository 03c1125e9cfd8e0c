import type { ReactNode } from 'react'
import { useLate } from '../lib/use-late.ts'
import { Bone, Skeleton } from './skeleton.tsx'

const PATIENCE_MS = 5000
/** In pixels: two rows of figures and a drawing beside each other fill any screen's first sight. */
const HEIGHTS = [112, 320, 320]

/** What stands under something whose height only an answer tells: laid out at once, but seen when that is `known`, or after five seconds, so that nothing moves while it is read. Bones stand for it until then. */
export function Below({ known, children }: { known: boolean; children: ReactNode }) {
  const late = useLate(PATIENCE_MS)
  const seen = known || late
  return (
    // Hidden as a whole: a box that is seen counts as moved even where nothing in it is.
    <div className="relative" style={seen ? undefined : { visibility: 'hidden' }}>
      {children}
      {!seen && (
        <Skeleton className="visible absolute inset-0 overflow-hidden">
          <div className="col gap-3.5!">
            {HEIGHTS.map((height, at) => (
              <Bone key={at} height={height} />
            ))}
          </div>
        </Skeleton>
      )}
    </div>
  )
}
