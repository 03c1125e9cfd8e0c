import { rename } from 'node:fs/promises'
import { syncNames } from '../disk/durable.ts'
import { Refusal } from './place.ts'

type Move = { from: string; to: string }

/** Something could not be moved, nor could all that had been moved before it be put back. */
export class NotPutBack extends Refusal {
  override name = 'NotPutBack'
}

/**
 * Moves files one after another, each of which a power cut finds where it is before the next one goes; where one cannot be moved, as
 * a folder that a disk of its own is mounted at, those before it go back. Throws a Refusal, a NotPutBack where they do not.
 */
export async function moveAll(moves: readonly Move[]): Promise<void> {
  const moved: Move[] = []
  for (const move of moves) {
    try {
      await rename(move.from, move.to)
      moved.push(move)
      await syncNames(move.to, move.from)
    } catch (cause) {
      const left = await putBack(moved)
      throw left.length === 0 ? unmovable(move.from, cause) : notPutBack(move.from, left, cause)
    }
  }
}

/** Answers what stays where it was moved to: beyond the first that does not go back, one could take the place of another. */
async function putBack(moved: readonly Move[]): Promise<Move[]> {
  const left = [...moved]
  for (const { from, to } of moved.toReversed()) {
    try {
      await rename(to, from)
    } catch {
      return left
    }
    left.pop()
    // Of a disk that fails the other error tells.
    await syncNames(from, to).catch(() => undefined)
  }
  return left
}

function unmovable(path: string, cause: unknown): Refusal {
  const reason = reasonOf(cause)
  return new Refusal(
    `无法移动 ${path}，未作任何改动：${reason}\n  ${path} cannot be moved, and nothing was changed: ${reason}`,
    { cause },
  )
}

function notPutBack(path: string, left: readonly Move[], cause: unknown): NotPutBack {
  const reason = reasonOf(cause)
  const places = left.map(({ from, to }) => `\n    ${to} → ${from}`).join('')
  return new NotPutBack(
    `无法移动 ${path}：${reason}。已移动的文件未能全部放回，请手动移回：
  ${path} cannot be moved: ${reason}. Not all that had been moved could be put back; move it yourself:${places}`,
    { cause },
  )
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
