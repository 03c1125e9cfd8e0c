import sprite from './marks.svg?url'
import { markOf } from './marks.ts'

type Props = {
  /** What is marked, most telling first: a model, its vendor, a provider, a client. The last one gives the letter when no mark is known. */
  names: readonly string[]
  /** Edge in pixels. */
  size?: number
  /** Without the quiet tile around it. */
  bare?: boolean
}

/** The one-colour mark of a model, provider or client; a letter where none is drawn. Decorative: the name stands beside it. */
export function MarkTile({ names, size = 28, bare = false }: Props) {
  const mark = markOf(...names)
  const inner = bare ? size : Math.round(size * 0.58)
  const drawing = mark ? (
    <svg width={inner} height={inner} aria-hidden="true">
      <use href={`${sprite}#${mark}`} />
    </svg>
  ) : (
    <b style={{ fontSize: Math.max(12, Math.round(inner * 0.8)), lineHeight: 1 }}>{letterOf(names)}</b>
  )
  const shape = bare
    ? { width: size, height: size }
    : { width: size, height: size, borderRadius: size > 32 ? 10 : 7, background: 'var(--sunken)' }
  return (
    <span aria-hidden="true" style={{ ...shape, display: 'inline-grid', placeItems: 'center', flex: 'none' }}>
      {drawing}
    </span>
  )
}

function letterOf(names: readonly string[]): string {
  return (names.at(-1) ?? '').trim().charAt(0).toUpperCase() || '·'
}
