import { asRecord, parseJson, textOr } from '../../core/json.ts'
import type { PieceSink } from './piece.ts'
import type { ToolNames } from './tools-out.ts'

/** Gives calls the names and forms that the caller's tools have; wrapped text waits until it is whole and comes out plain. */
export function restoreTools(names: ToolNames, next: PieceSink): PieceSink {
  if (names.size === 0) return next
  let wrapped: { index: number; text: string } | null = null
  return (piece) => {
    if (piece.type === 'open' && piece.block.kind === 'call') {
      const own = names.get(piece.block.name)
      if (own?.form === 'custom' && piece.block.form === 'function') wrapped = { index: piece.index, text: '' }
      next(own ? { ...piece, block: { ...piece.block, ...own } } : piece)
    } else if (!wrapped || !('index' in piece) || piece.index !== wrapped.index) next(piece)
    else if (piece.type === 'delta') wrapped.text += piece.text
    else {
      const { index, text } = wrapped
      wrapped = null
      next({ type: 'delta', index, text: textOr(asRecord(parseJson(text)).input, text) })
      next(piece)
    }
  }
}
