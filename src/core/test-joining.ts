import { vi } from 'vitest'

/** Counts the pieces of what is made of several from now on, until it is disposed of. */
export function watchJoining(): Disposable & { pieces: number[] } {
  const pieces: number[] = []
  const concat = Buffer.concat.bind(Buffer)
  const spy = vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    pieces.push(list.length)
    return concat(list, length)
  })
  return { pieces, [Symbol.dispose]: () => spy.mockRestore() }
}
