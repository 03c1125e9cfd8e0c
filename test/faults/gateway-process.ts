import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { processEnv } from '../e2e/process-env.ts'

/** The real gateway in a process of its own, which can be killed. */
export type GatewayProcess = {
  origin: string
  child: ChildProcess
  /** From the start of the process until it was ready for requests. */
  readyMs: number
  /** The memory it has, on Linux. */
  residentBytes(): Promise<number>
  /** Files and sockets it has open, on Linux; 0 elsewhere. Not the database nor what threads have: those begin when they are first needed. */
  handles(): Promise<number>
  /** Ends it with a signal and resolves when it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

const START_MS = 60_000

/** Starts it as `npm start` does over a folder and waits until it says that it is ready; its log goes to where ours does, or into an open file. */
export async function startGatewayProcess(
  dataDir: string,
  env: Record<string, string> = {},
  log: 'inherit' | number = 'inherit',
): Promise<GatewayProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [...GATEWAY.flags, GATEWAY.main], {
    env: { ...processEnv(dataDir), ...env },
    stdio: ['ignore', 'pipe', log],
  })
  if (!child.stdout) throw new Error('the gateway says nothing')
  const [greeting] = (await once(child.stdout, 'data', { signal: AbortSignal.timeout(START_MS) })) as [Buffer]
  const origin = /http:\/\/\S+/.exec(greeting.toString())?.[0] ?? ''
  const ready = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(START_MS) })
  if (!ready.ok) throw new Error(`the gateway started, but is not ready: ${ready.status}`)
  return {
    origin,
    child,
    readyMs: performance.now() - started,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    handles: async () => (process.platform === 'linux' ? (await openOf(`/proc/${child.pid}/fd`)).length : 0),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/** What the threads of a process have open, each its own. */
const OF_THREADS = /^(?:anon_inode|pipe):|\/yumen\.db/

async function openOf(folder: string): Promise<string[]> {
  // One that is closed meanwhile is not open.
  const links = (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => 'pipe:'))
  return (await Promise.all(links)).filter((link) => !OF_THREADS.test(link))
}
