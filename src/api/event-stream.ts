import { type Paced, pacedBody } from './paced.ts'

/** One server-sent event; its data is JSON, which has no line ends of its own. */
export function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What every reader of server-sent events passes over. */
export const SILENT_EVENT = ':\n\n'

/** Answers with server-sent events, in their text form, at the reader's pace. */
export function eventStream(texts: Paced): Response {
  return new Response(pacedBody(texts), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}
