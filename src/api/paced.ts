/** What is sent piece by piece. */
export type Paced = {
  pieces: AsyncIterator<Uint8Array | string>
  /** Called once there are no more, or nobody reads them any longer. */
  close: () => void
  /** Fires when whoever asked is gone. */
  signal: AbortSignal
  /** Told of what fails half-way, which cuts the answer, so that no part passes for the whole. */
  onFault: (cause: unknown) => void
}

/** A body whose pieces are made as fast as the caller takes them. */
export function pacedBody({ pieces, close, signal, onFault }: Paced): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  let left = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pieces.next()
          if (left) return
          if (next.done !== true) {
            const { value } = next
            return controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
          }
          close()
          controller.close()
        } catch (cause) {
          close()
          onFault(cause)
          throw cause
        }
      },
      async cancel() {
        left = true
        close()
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
