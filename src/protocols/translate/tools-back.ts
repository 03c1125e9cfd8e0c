import { asRecord, parseJson, textOr } from '../../core/json.ts'
import type { PieceSink } from './piece.ts'
import { type ToolNames, withKeys } from './tools-out.ts'

/** Gives calls the names and forms that the caller's tools have; input that is said otherwise here waits until it is whole. */
export function restoreTools(names: ToolNames, next: PieceSink): PieceSink {
  if (names.size === 0) return next
  let held: { index: number; text: string; own: (text: string) => string } | null = null
  return (piece) => {
    if (piece.type === 'open' && piece.block.kind === 'call') {
      const told = names.get(piece.block.name)
      if (!told) return next(piece)
      const { keys, ...own } = told
      if (own.form === 'custom' && piece.block.form === 'function')
        held = { index: piece.index, text: '', own: unwrapped }
      else if (keys) held = { index: piece.index, text: '', own: (text) => withKeys(text, keys.back) }
      next({ ...piece, block: { ...piece.block, ...own } })
    } else if (!held || !('index' in piece) || piece.index !== held.index) next(piece)
    else if (piece.type === 'delta') held.text += piece.text
    else {
      const { index, text, own } = held
      held = null
      next({ type: 'delta', index, text: own(text) })
      next(piece)
    }
  }
}

function unwrapped(text: string): string {
  return textOr(asRecord(parseJson(text)).input, text)
}
