import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { CLEAN_ENV } from '../e2e/process-env.ts'
import type { Question } from './tell.ts'

/** A program that listens, and what it has used (`tell.ts`). */
export type Measured = AsyncDisposable & { origin: string; tell(question: Question): Promise<number> }

const START_MS = 20_000

/** Starts a program that writes where it listens. */
export async function startMeasured(program: readonly string[], env: Record<string, string> = {}): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', './test/bench/tell.ts', ...program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...CLEAN_ENV, ...env },
  })
  const { stdout } = child
  if (!stdout) throw new Error('the program has no output')
  const [greeting] = (await once(stdout, 'data', { signal: AbortSignal.timeout(START_MS) })) as [Buffer]
  stdout.resume()
  return {
    origin: /http:\/\/\S+/.exec(greeting.toString())?.[0] ?? '',
    tell: (question) => told(child, question),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      // Nothing of it is kept, so nothing needs to be said goodbye to.
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function told(child: ChildProcess, question: Question): Promise<number> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(START_MS) })
  child.send(question)
  const [figure] = (await answer) as [number]
  return figure
}

type Asked = { url: string; key: string; count: number }

const CALLERS = 8
const BODY = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(700) }] })

/** Asks so often, by a few callers one request after another; rejects when an answer is no 200. */
export async function ask({ url, key, count }: Asked): Promise<void> {
  using agent = new DisposableAgent()
  let left = count
  const caller = async () => {
    for (; left > 0;) {
      left -= 1
      await askOnce(url, key, agent)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

class DisposableAgent extends Agent implements Disposable {
  constructor() {
    super({ keepAlive: true })
  }

  [Symbol.dispose](): void {
    this.destroy()
  }
}

function askOnce(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    }
    const call = request(url, { method: 'POST', agent, headers, timeout: START_MS }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`answered with ${answer.statusCode}`))
      })
    })
    call.once('timeout', () => call.destroy(new Error('no answer in time')))
    call.once('error', reject)
    call.end(BODY)
  })
}
