import { useEffect, useRef, useState } from 'react'
import { loadChunk } from '../lib/load-chunk.ts'
import { afterPaint } from './after-paint.ts'
import type { Drawing, PlotOption } from './engine.ts'

/** An ECharts drawing of a fixed size; the library is loaded with the first one. */
export function Plot({ option, width, height }: { option: PlotOption; width: number; height: number }) {
  const host = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>()
  const stands = useRef<Drawing>(undefined)

  useEffect(() => {
    let gone = false
    let started: Drawing | undefined
    void loadChunk(() => import('./engine.ts')).then(({ startDrawing }) => {
      if (gone || !host.current) return
      started = startDrawing(host.current, { width: 300, height: 150 })
      setDrawing(started)
    })
    return () => {
      gone = true
      started?.dispose()
      setDrawing(undefined)
    }
  }, [])

  // A chart that stands there already is drawn again after what is read beside it, and once where that comes twice in a row.
  useEffect(() => {
    if (drawing === undefined) return undefined
    const draw = () => drawing.draw(option, { width, height })
    if (stands.current === drawing) return afterPaint(draw)
    stands.current = drawing
    return draw()
  }, [drawing, option, width, height])

  return <div ref={host} className="plot" style={{ width, height }} />
}
