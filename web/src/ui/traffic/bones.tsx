import { Bone, Skeleton } from '../skeleton.tsx'
import '../../charts/charts.css'

const HEIGHTS = [42, 58, 66, 50, 74, 88, 62, 40, 54, 70, 92, 78, 60, 46, 68, 84, 72, 56, 64, 80]

/** The bones of a bar chart. */
export function BarBones({ height = 240 }: { height?: number }) {
  return (
    <Skeleton>
      <div className="flex items-end gap-1.5" style={{ height }}>
        {HEIGHTS.map((share, at) => (
          <Bone key={at} className="flex-1" height={(share / 100) * height} />
        ))}
      </div>
    </Skeleton>
  )
}

/** The bones of a drawing with what stands under it, as high as `Frame` makes it. */
export function PlotBones({ height }: { height: number }) {
  return (
    <>
      <BarBones height={height} />
      <div className="under">
        <i className="link" />
      </div>
    </>
  )
}

/** The bones of a list of names over bars. */
export function RankBones({ rows = 6 }: { rows?: number }) {
  return (
    <Skeleton>
      <div className="col gap16">
        {Array.from({ length: rows }, (_, at) => (
          <div key={at} className="col">
            <div className="row">
              <Bone width="40%" />
              <span className="sp" />
              <Bone width="20%" />
            </div>
            <Bone width={`${96 - at * 14}%`} height={6} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** One block of the size of what is coming. */
export function BoxBones({ height }: { height: number }) {
  return (
    <Skeleton>
      <Bone height={height} />
    </Skeleton>
  )
}
