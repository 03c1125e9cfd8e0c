import { ANONYMOUS, type Frame } from './stacks.ts'

const WIDTH = 1400
const ROW = 17
/** What is narrower is not drawn. */
const LEAST_PX = 2
const CHARACTER_PX = 6.2

/** By where a function stands: our own, node's, a package's, and what V8 does by itself. */
const COLOURS = { own: '#e8a33d', node: '#8fb7c9', other: '#c3b1d6', engine: '#c9cdc9' } as const

/** Draws what called what: each row was called by the one below it, and is as wide as its share of the samples. */
export function svgOf(title: string, threads: readonly Frame[]): string {
  const whole = threads.reduce((sum, { us }) => sum + us, 0)
  const boxes: string[] = []
  let deepest = 0
  const draw = (frame: Frame, x: number, depth: number): void => {
    const width = (frame.us / whole) * WIDTH
    if (frame.us === 0 || width < LEAST_PX) return
    deepest = Math.max(deepest, depth)
    boxes.push(box(frame, { x, width, depth, share: frame.us / whole }))
    let at = x
    for (const called of frame.called) {
      draw(called, at, depth + 1)
      at += (called.us / whole) * WIDTH
    }
  }
  let at = 0
  for (const thread of threads) {
    draw(thread, at, 0)
    at += (thread.us / whole) * WIDTH
  }
  const height = (deepest + 2) * ROW
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-height} ${WIDTH} ${height + 4}" font-family="monospace" font-size="10">
<rect x="0" y="${-height}" width="${WIDTH}" height="${height + 4}" fill="#fff"/>
<text x="4" y="${-height + 12}" font-size="12">${escaped(title)}</text>
${boxes.join('\n')}
</svg>
`
}

type Place = { x: number; width: number; depth: number; share: number }

function box({ name, file }: Frame, { x, width, depth, share }: Place): string {
  const fits = Math.floor((width - 4) / CHARACTER_PX)
  const full = [name, file].filter(Boolean).join(' ')
  // Who has no name is told by where they stand.
  const short = name === ANONYMOUS && file !== '' ? (file.split('/').at(-1) ?? name) : name
  const label =
    fits < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${-depth * ROW - 4}">${escaped(short.slice(0, fits))}</text>`
  return `<g><title>${escaped(full)} · ${(share * 100).toFixed(1)} %</title><rect x="${x.toFixed(1)}" y="${-(depth + 1) * ROW}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colourOf(file)}"/>${label}</g>`
}

function colourOf(file: string): string {
  if (file === '') return COLOURS.engine
  if (file.startsWith('node:')) return COLOURS.node
  return file.startsWith('src/') ? COLOURS.own : COLOURS.other
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

function escaped(text: string): string {
  return text.replace(/[<>&]/g, (character) => ESCAPES[character] ?? '')
}
