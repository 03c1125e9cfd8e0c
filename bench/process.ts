import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** The gateway under test has a core of its own; load and upstreams share the other one. */
export const GATEWAY_CORE = 0
export const LOAD_CORE = 1

/** A process that is ended with the benchmark. */
export type Started = AsyncDisposable & { child: ChildProcess; pid: number }

/** Starts a program on one core. */
export function startOn(core: number, command: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn('taskset', ['-c', String(core), ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  return {
    child,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await Promise.race([once(child, 'exit'), pause(5000)])
      child.kill('SIGKILL')
    },
  }
}

/** What a program writes until it ends. */
export async function outputOf(
  core: number,
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  await using started = startOn(core, command, env)
  const parts: Buffer[] = []
  started.child.stdout?.on('data', (chunk: Buffer) => parts.push(chunk))
  await once(started.child, 'exit')
  return Buffer.concat(parts).toString()
}

const TICK_MS = 10

/** Milliseconds of processor time that a process and its threads have used. */
export async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The memory a process has, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Waits until somebody answers at an address. */
export async function answering(url: string): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer) return void (await answer.arrayBuffer())
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}
