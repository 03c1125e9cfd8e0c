import { asRecord, parseJson, textOr } from '../../core/json.ts'
import type { Piece } from './piece.ts'
import type { ToolNames } from './tools-out.ts'

/** Gives calls the names and forms that the caller's tools have; wrapped text waits until it is whole and comes out plain. */
export function restoreTools(names: ToolNames): (piece: Piece) => Piece[] {
  if (names.size === 0) return (piece) => [piece]
  let wrapped: { index: number; text: string } | null = null
  return (piece) => {
    if (piece.type === 'open' && piece.block.kind === 'call') {
      const own = names.get(piece.block.name)
      if (own?.form === 'custom' && piece.block.form === 'function') wrapped = { index: piece.index, text: '' }
      return [own ? { ...piece, block: { ...piece.block, ...own } } : piece]
    }
    if (!wrapped || !('index' in piece) || piece.index !== wrapped.index) return [piece]
    if (piece.type === 'delta') {
      wrapped.text += piece.text
      return []
    }
    const { index, text } = wrapped
    wrapped = null
    return [{ type: 'delta', index, text: textOr(asRecord(parseJson(text)).input, text) }, piece]
  }
}
