/** One server-sent event. */
type ServerEvent = { name: string; data: string }

/** Makes a reader of server-sent events: it takes text in any pieces and gives the events that are whole by then. */
export function serverEvents(): (text: string) => ServerEvent[] {
  let rest = ''
  return (text) => {
    // The line ends of what is whole are made one kind; a lone CR at the end may be half of one.
    const known = (rest + text).replaceAll(/\r\n|\r(?!$)/g, '\n')
    const blocks = known.split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(eventOf)
  }
}

function eventOf(block: string): ServerEvent[] {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? [] : [{ name, data: data.join('\n') }]
}

/** The events of an answer, as they come; with `silentMs` a sender of whom nothing at all is heard for so long is gone, and it throws. */
export async function* eventsOf(answer: Response, silentMs?: number): AsyncGenerator<ServerEvent> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  const read = serverEvents()
  try {
    const next = () => (silentMs === undefined ? reader.read() : inTime(reader.read(), silentMs))
    for (let piece = await next(); !piece.done; piece = await next()) yield* read(piece.value)
    // What comes last need not end with an empty line.
    yield* read('\n\n')
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

async function inTime<T>(coming: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing was heard for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
