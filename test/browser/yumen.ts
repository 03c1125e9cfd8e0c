import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { CLEAN_ENV } from '../e2e/process-env.ts'

/** The real server in a process of its own, as an operator starts it; disposing stops it and removes its data. */
export type Yumen = AsyncDisposable & {
  origin: string
  /** The e-mail and the password that the server printed for its first administrator. */
  admin: { email: string; password: string }
}

/** Starts the server over an empty folder; `--demo` lets it bring its own data. */
export async function startYumen(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Yumen> {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-browser-'))
  const server = spawn(process.execPath, [...GATEWAY.flags, GATEWAY.main, ...args], {
    env: { ...CLEAN_ENV, ...GATEWAY.env, PORT: '0', LOG_LEVEL: 'error', ...env, YUMEN_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    await end(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await greetingOf(server, env['ADMIN_PASSWORD'])), [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const LINES = {
  origin: /(http:\/\/\S+)$/,
  email: /administrator:\s+(\S+)$/,
  password: /password:\s+(\S+)$/,
} as const

async function greetingOf(server: ChildProcess, given = ''): Promise<Pick<Yumen, 'origin' | 'admin'>> {
  const found: Partial<Record<keyof typeof LINES, string>> = given === '' ? {} : { password: given }
  if (server.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface(server.stdout)) {
    for (const name of ['origin', 'email', 'password'] as const) found[name] ||= LINES[name].exec(line)?.[1] ?? ''
    const { origin, email, password } = found
    if (origin && email && password) {
      // Nobody reads on, and a full pipe must not hold the server up.
      server.stdout.resume()
      return { origin, admin: { email, password } }
    }
  }
  throw new Error('the server ended before it was ready')
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
}
