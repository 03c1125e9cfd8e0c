import type { Signature } from './conversation.ts'
import type { Block, Piece } from './piece.ts'

/** A block as its events name it; thoughts have a source, because a vendor may tell them twice. */
type Shown = Block | { kind: 'thinking'; source: string }

type Told = {
  index: number
  source: string | null
  /** Whether any of it was told. */
  some: boolean
  open: boolean
  /** Whether what is told next is a paragraph of its own. */
  apart: boolean
}

/** The blocks of an answer by the key their events have; several may be open at a time. */
export type Blocks = {
  /** The kinds that have come. */
  readonly seen: ReadonlySet<Block['kind']>
  /** A signature is told with what opens where it is known by then. */
  open(key: string, block: Block, signature?: Signature | null): Piece[]
  /** Tells some more of a block; null: one that must have been opened. */
  delta(key: string, block: Shown | null, text: string): Piece[]
  /** What comes next begins anew. */
  paragraph(key: string): Piece[]
  /** Closes a block, after telling its text where nothing of it has been told; one that has neither never was. */
  close(key: string, whole: { block: Block; text: string; signature?: Signature | null }): Piece[]
  closeAll(): Piece[]
}

/** The blocks of one answer, numbered in the order they are opened in. */
export function createBlocks(): Blocks {
  const blocks = new Map<string, Told>()
  const seen = new Set<Block['kind']>()

  function open(key: string, shown: Shown, signature: Signature | null = null): Piece[] {
    if (blocks.has(key)) return []
    const source = 'source' in shown ? shown.source : null
    const block: Block = shown.kind === 'thinking' ? { kind: 'thinking' } : shown
    const index = blocks.size
    blocks.set(key, { index, source, some: false, open: true, apart: false })
    seen.add(block.kind)
    return [{ type: 'open', index, block, ...(signature && { signature }) }]
  }

  function delta(key: string, shown: Shown | null, text: string): Piece[] {
    if (text === '') return []
    const opened = shown ? open(key, shown) : []
    const told = blocks.get(key)
    if (!told?.open || (shown && 'source' in shown && told.source !== shown.source)) return opened
    const gap = told.apart && told.some ? '\n\n' : ''
    told.some = true
    told.apart = false
    return [...opened, { type: 'delta', index: told.index, text: gap + text }]
  }

  function close(key: string, whole: { block: Block; text: string; signature?: Signature | null }): Piece[] {
    const { block, text, signature = null } = whole
    const worth = block.kind === 'call' || text !== '' || signature !== null
    const opened = worth ? open(key, block) : []
    const told = blocks.get(key)
    if (!told?.open) return opened
    const rest: Piece[] = told.some || text === '' ? [] : [{ type: 'delta', index: told.index, text }]
    told.open = false
    return [...opened, ...rest, { type: 'close', index: told.index, signature }]
  }

  return {
    seen,
    open,
    delta,
    paragraph(key) {
      const told = blocks.get(key)
      if (told) told.apart = true
      return []
    },
    close,
    closeAll() {
      return [...blocks.values()].flatMap((told): Piece[] => {
        if (!told.open) return []
        told.open = false
        return [{ type: 'close', index: told.index, signature: null }]
      })
    },
  }
}
