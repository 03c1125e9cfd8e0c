import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { measureText, newTextGauge } from '../../core/text-gauge.ts'
import { MINUTE_MS } from '../../core/time.ts'
import type { TokenAnswer, TokenAsk } from './tokenizer-worker.ts'
import { workerEnvironment } from '../../core/worker-environment.ts'

/** Counts the tokens of texts as o200k has them, in a thread of its own that starts when it is first asked and ends when idle. */
export type Tokenizer = AsyncDisposable & {
  /** Tokens of a text; by rule where the thread is late, overrun or broken, so that nobody waits for long and nothing rejects. */
  count(text: string): Promise<number>
}

type TokenizerOptions = {
  worker?: () => Worker
  /** How long an answer may take. */
  patienceMs?: number
  idleMs?: number
}

const PATIENCE_MS = 200
const IDLE_MS = 5 * MINUTE_MS
/** Texts that wait, and the characters of one: beyond it the rule answers. */
const MOST_WAITING = 64
const MOST_CHARACTERS = 256 * 1024
/** The vocabulary takes 20 MB of it; a thread that outgrows this is ended, not the process. */
const MOST_HEAP_MB = 128

/** An answer is waited for 200 ms, and the thread ends after five idle minutes, unless the options say otherwise. */
export function createTokenizer(options: TokenizerOptions = {}): Tokenizer {
  const { worker = startWorker, patienceMs = PATIENCE_MS, idleMs = IDLE_MS } = options
  const waiting = new Map<number, (tokens: number | null) => void>()
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0
  let disposed = false

  function running(): Worker {
    if (thread) return thread
    const started = worker()
    started.unref()
    started.on('message', ({ id, tokens }: TokenAnswer) => waiting.get(id)?.(tokens))
    const gone = () => {
      if (thread !== started) return
      thread = null
      for (const answer of waiting.values()) answer(null)
    }
    // An error is followed by the exit; the next text starts another thread.
    started.on('error', gone)
    started.on('exit', gone)
    thread = started
    return started
  }

  async function ask(text: string): Promise<number | null> {
    last += 1
    const id = last
    try {
      running().postMessage({ id, text } satisfies TokenAsk)
    } catch {
      // The system gives no more threads, or no memory for one.
      return null
    }
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const late = setTimeout(resolve, patienceMs, null)
    waiting.set(id, resolve)
    clearTimeout(idle)
    return promise.finally(() => {
      clearTimeout(late)
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(() => void stop(), idleMs).unref()
    })
  }

  async function stop() {
    clearTimeout(idle)
    await thread?.terminate()
  }

  return {
    async count(text) {
      const passes = !disposed && waiting.size < MOST_WAITING && text.length <= MOST_CHARACTERS
      return (passes ? await ask(text) : null) ?? tokensByRule(text)
    },
    async [Symbol.asyncDispose]() {
      disposed = true
      await stop()
    },
  }
}

function startWorker(): Worker {
  return new Worker(new URL('tokenizer-worker.ts', import.meta.url), {
    env: workerEnvironment(getCompileCacheDir()),
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  })
}

/** Tokens of a text by the rule that needs no vocabulary. */
function tokensByRule(text: string): number {
  const gauge = newTextGauge()
  const bytes = Buffer.from(text)
  measureText(gauge, bytes, 0, bytes.length)
  return Math.ceil(gauge.rough)
}
