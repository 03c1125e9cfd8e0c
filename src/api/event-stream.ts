/** One server-sent event; its data is JSON, which has no line ends of its own. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What every reader of server-sent events passes over. */
export const SILENT_EVENT = ':\n\n'

type Told = {
  /** The events in their text form, as they come. */
  texts: AsyncGenerator<string>
  /** Ends the events; called once whoever reads is gone, and when there are no more. */
  close: () => void
  /** Fires when whoever asked is gone. */
  signal: AbortSignal
  onFault: (cause: unknown) => void
}

/** Answers with server-sent events at the reader's pace. */
export function eventStream({ texts, close, signal, onFault }: Told): Response {
  const encoder = new TextEncoder()
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  let left = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await texts.next()
        if (left) return
        if (next.done !== true) return controller.enqueue(encoder.encode(next.value))
        close()
        controller.close()
      } catch (cause) {
        close()
        onFault(cause)
        throw cause
      }
    },
    cancel() {
      left = true
      close()
    },
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}
