import type { BrowserContext, Page } from 'playwright-core'
import { drawn } from './visit.ts'

/** What moved without being asked to: how much, when, and which elements. */
type Shift = { value: number; atMs: number; moved: string[] }
type Kept = { lcpMs: number; shifts: Shift[] }

declare global {
  interface Window {
    vitals: Kept
  }
}

/** When the largest part of a page was painted, how much it moved while it came, and what moved, from where to where. */
export type Vitals = { lcpMs: number; cls: number; moved: string[] }

const WINDOW_GAP_MS = 1000
const WINDOW_MS = 5000

/** Keeps the vitals of every page a visitor opens from now on. */
export async function keepVitals(context: BrowserContext): Promise<void> {
  await context.addInitScript(observe)
}

/** The vitals of a page that is drawn. */
export async function vitalsOf(page: Page): Promise<Vitals> {
  await drawn(page)
  const { lcpMs, shifts } = await page.evaluate(() => window.vitals)
  return { lcpMs, cls: clsOf(shifts), moved: shifts.flatMap(({ moved }) => moved) }
}

/** The worst burst of shifts: pauses of less than a second, five seconds at most (https://web.dev/articles/cls). */
function clsOf(shifts: readonly Pick<Shift, 'value' | 'atMs'>[]): number {
  let [worst, sum, first, last] = [0, 0, -Infinity, -Infinity]
  for (const { value, atMs } of shifts) {
    const goesOn = atMs - last < WINDOW_GAP_MS && atMs - first < WINDOW_MS
    sum = goesOn ? sum + value : value
    if (!goesOn) first = atMs
    last = atMs
    worst = Math.max(worst, sum)
  }
  return worst
}

// Runs in the browser, before anything of the page does.
function observe(): void {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
  const kept: Kept = { lcpMs: 0, shifts: [] }
  window.vitals = kept
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.getAttribute('class') ?? ''}` : (node?.nodeName ?? '?')
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  // What moved may be gone since; where it stood still tells what it was.
  const told = ({ node, previousRect, currentRect }: Source) =>
    `${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`
  const watch = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry))).observe({
      type,
      buffered: true,
    })
  watch('largest-contentful-paint', ({ startTime }) => {
    kept.lcpMs = startTime
  })
  watch('layout-shift', ({ value, startTime, hadRecentInput, sources }) => {
    if (!hadRecentInput) kept.shifts.push({ value, atMs: startTime, moved: sources.map(told) })
  })
}
