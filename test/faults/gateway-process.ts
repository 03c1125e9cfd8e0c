import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { GATEWAY } from '../../scripts/gateway.mjs'

/** The administrator of gateways that tests run in processes of their own. */
export const ADMIN = { email: 'admin@yumen.test', password: 'correct horse battery staple' }

/** The real gateway in a process of its own, which can be killed. */
export type GatewayProcess = {
  origin: string
  child: ChildProcess
  /** From the start of the process until it was ready for requests. */
  readyMs: number
  /** The memory it has, on Linux. */
  residentBytes(): Promise<number>
  /** Ends it with a signal and resolves when it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts it as `npm start` does over a folder and waits until it says that it is ready. */
export async function startGatewayProcess(dataDir: string, env: Record<string, string> = {}): Promise<GatewayProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [...GATEWAY.flags, GATEWAY.main], {
    env: {
      ...process.env,
      ...GATEWAY.env,
      PORT: '0',
      YUMEN_DATA: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [greeting] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = /http:\/\/\S+/.exec(greeting.toString())?.[0] ?? ''
  const ready = await fetch(`${origin}/health/ready`)
  if (!ready.ok) throw new Error(`the gateway started, but is not ready: ${ready.status}`)
  return {
    origin,
    child,
    readyMs: performance.now() - started,
    residentBytes: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
