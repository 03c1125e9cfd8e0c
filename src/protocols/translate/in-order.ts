import type { BlockPiece, Piece } from './piece.ts'

/**
 * Puts blocks one after another: some protocols tell several at a time, others know one open block only. What belongs to a
 * later block waits until those before it are closed; blocks are numbered anew from 0.
 */
export function inOrder(): (piece: Piece) => Piece[] {
  const waiting = new Map<number, BlockPiece[]>()
  let open: number | null = null
  let number = -1

  /** Passes on what has waited for its turn, as far as the first block that is still open. */
  function release(): Piece[] {
    const out: Piece[] = []
    for (const [index, pieces] of waiting) {
      waiting.delete(index)
      number += 1
      for (const piece of pieces) out.push(numbered(piece, number))
      if (pieces.at(-1)?.type !== 'close') {
        open = index
        return out
      }
    }
    return out
  }

  return (piece) => {
    if (!('index' in piece)) return [piece]
    if (open === null) {
      waiting.set(piece.index, [piece])
      return release()
    }
    if (piece.index !== open) {
      const queue = waiting.get(piece.index)
      if (queue) queue.push(piece)
      else waiting.set(piece.index, [piece])
      return []
    }
    if (piece.type !== 'close') return [numbered(piece, number)]
    open = null
    return [numbered(piece, number), ...release()]
  }
}

function numbered(piece: BlockPiece, index: number): BlockPiece {
  return { ...piece, index }
}
