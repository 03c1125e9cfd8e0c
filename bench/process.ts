import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CLEAN_ENV } from '../test/e2e/process-env.ts'

/** The gateway under test has a core of its own; load and upstreams share the other one. */
export const GATEWAY_CORE = 0
export const LOAD_CORE = 1

/** A process that is ended with the benchmark. */
export type Started = AsyncDisposable & { child: ChildProcess; pid: number }

type Command = { core: number; command: readonly string[]; env?: Record<string, string> }

const LEAVE_MS = 5000
const running = new Set<ChildProcess>()

const folders = new Set<string>()

// Whatever ends the benchmark ends what it started, and leaves no gigabytes behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** What everything that is started goes before: nothing, or whoever else uses the machine (as root alone). */
const precedence: string[] = []

/** Has whatever is started from now on go before others on its core, for a machine that is not the benchmark's own. */
export function goFirst(): void {
  precedence.push('nice', '-n', '-19')
}

/** A folder that is gone with the benchmark, or before. */
export async function newFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'yumen-bench-'))
  folders.add(path)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
      folders.delete(path)
    },
  }
}

/** Starts a program, all its threads on one core. */
export function startOn({ core, command, env = {} }: Command): Started {
  const child = spawn('taskset', ['-c', String(core), ...precedence, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // nginx is often where only root looks.
    env: { ...CLEAN_ENV, PATH: `${CLEAN_ENV.PATH}:/usr/sbin`, ...env },
  })
  running.add(child)
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).then(() => running.delete(child))
  return {
    child,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (!running.has(child)) return
      child.kill('SIGTERM')
      await Promise.race([gone, pause(LEAVE_MS, undefined, { ref: false })])
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** The first line a program writes; throws when it writes none in time. */
export async function firstLineOf({ child }: Started, withinMs = 20_000): Promise<string> {
  const { stdout } = child
  if (!stdout) throw new Error('the program has no output')
  const [chunk] = (await once(stdout, 'data', { signal: AbortSignal.timeout(withinMs) })) as [Buffer]
  stdout.resume()
  return chunk.toString().trim()
}

/** What a program writes until it ends; throws when it fails, or has not ended in time. */
export async function outputOf(what: Command, withinMs: number): Promise<string> {
  await using started = startOn(what)
  const parts: Buffer[] = []
  started.child.stdout?.on('data', (chunk: Buffer) => parts.push(chunk))
  const [code] = (await once(started.child, 'close', { signal: AbortSignal.timeout(withinMs) })) as [number | null]
  const told = Buffer.concat(parts).toString()
  if (code !== 0) throw new Error(`${what.command.join(' ').slice(0, 200)} ended with ${code}: ${told.slice(-500)}`)
  return told
}

const TICK_US = 10_000

/** Microseconds of processor time that a process and all its threads have used, in the kernel's steps of 10 ms. */
export async function cpuUs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

const QUIET_MS = 400
const QUIET_US = 30_000
const MOST_LOOKS = 60

/** Waits until a process has done what its last load left it to do, such as moving its journal into the database. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let look = 0, last = await cpuUs(pid), quiet = 0; look < MOST_LOOKS && quiet < 3; look += 1) {
    await pause(QUIET_MS)
    const now = await cpuUs(pid)
    quiet = now - last <= QUIET_US ? quiet + 1 : 0
    last = now
  }
}

/** The memory a process has, in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Waits until somebody answers at an address. */
export async function answering(url: string): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    if (answer) return void (await answer.arrayBuffer())
    await pause(100)
  }
  throw new Error(`${url} does not answer`)
}
