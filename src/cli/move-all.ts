import { rename } from 'node:fs/promises'
import { syncNames } from '../disk/durable.ts'
import { Refusal } from './place.ts'

type Move = { from: string; to: string }

/**
 * Moves files one after another, each of which a power cut finds where it is before the next one goes; where one cannot be moved, as
 * a folder that a disk of its own is mounted at, those before it go back.
 */
export async function moveAll(moves: readonly Move[]): Promise<void> {
  const moved: Move[] = []
  for (const move of moves) {
    try {
      await rename(move.from, move.to)
      moved.push(move)
      await syncNames(move.to, move.from)
    } catch (error) {
      for (const { from, to } of moved.toReversed()) {
        await rename(to, from)
        // Of a disk that fails the other error tells.
        await syncNames(from, to).catch(() => undefined)
      }
      throw unmovable(move.from, error)
    }
  }
}

function unmovable(path: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(
    `无法移动 ${path}，未作任何改动：${reason}\n  ${path} cannot be moved, and nothing was changed: ${reason}`,
    { cause: error },
  )
}
