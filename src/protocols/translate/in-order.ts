import type { BlockPiece, PieceSink } from './piece.ts'

/**
 * Puts blocks one after another: some protocols tell several at a time, others know one open block only. What belongs to a
 * later block waits until those before it are closed; blocks are numbered anew from 0.
 */
export function inOrder(next: PieceSink): PieceSink {
  const waiting = new Map<number, BlockPiece[]>()
  let open: number | null = null
  let number = -1

  /** Passes on what has waited for its turn, as far as the first block that is still open. */
  function release(): void {
    for (const [index, pieces] of waiting) {
      waiting.delete(index)
      number += 1
      for (const piece of pieces) next(numbered(piece, number))
      if (pieces.at(-1)?.type !== 'close') {
        open = index
        return
      }
    }
  }

  return (piece) => {
    if (!('index' in piece)) next(piece)
    else if (open === null) {
      waiting.set(piece.index, [piece])
      release()
    } else if (piece.index === open) {
      next(numbered(piece, number))
      if (piece.type !== 'close') return
      open = null
      release()
    } else {
      const queue = waiting.get(piece.index)
      if (queue) queue.push(piece)
      else waiting.set(piece.index, [piece])
    }
  }
}

function numbered(piece: BlockPiece, index: number): BlockPiece {
  return piece.index === index ? piece : { ...piece, index }
}
