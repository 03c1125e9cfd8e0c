import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A server of PostgreSQL whose user may create databases. */
export type Postgres = AsyncDisposable & {
  url: string
  /** Ends it at once, as a crash does, and starts it again when `meanwhile` is over; null where it is somebody else's. */
  crash: ((meanwhile?: () => Promise<void>) => Promise<void>) | null
}

/**
 * How a server of PostgreSQL is had: the one that DATABASE_URL_TEST names, or one of its own over a folder that goes with it, where
 * PostgreSQL is installed. Null: there is none.
 */
export function findPostgres(): (() => Promise<Postgres>) | null {
  const named = process.env['DATABASE_URL_TEST']
  if (named) return async () => ({ url: named, crash: null, [Symbol.asyncDispose]: async () => undefined })
  const bin = foldersOfPrograms().find((folder) => existsSync(join(folder, 'initdb')))
  const owner = ownerOfServers()
  return bin === undefined || owner === null ? null : () => startPostgres(bin, owner)
}

/** Debian keeps the server's programs out of the path, in a folder for each version. */
const DEBIAN = '/usr/lib/postgresql'

function foldersOfPrograms(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(DEBIAN, version, 'bin'))]
}

type Owner = { uid?: number; gid?: number }

/** PostgreSQL refuses to run for root, whom the user of its package stands in for; null: there is no such user. */
function ownerOfServers(): Owner | null {
  if (process.getuid?.() !== 0) return {}
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres')
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : null
}

const START_MS = 30_000

async function startPostgres(bin: string, owner: Owner): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'yumen-postgres-'))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'yumen', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const port = await freePort()
  const url = `postgres://yumen@127.0.0.1:${port}/postgres`
  const start = async () => {
    const args = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F']
    const child = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
    const gone = once(child, 'exit')
    const kill = () => void child.kill('SIGQUIT')
    process.once('exit', kill)
    await answering(url)
    return async (signal: 'SIGINT' | 'SIGQUIT') => {
      process.off('exit', kill)
      child.kill(signal)
      await gone
    }
  }
  let end = await start()
  return {
    url,
    async crash(meanwhile) {
      await end('SIGQUIT')
      await meanwhile?.()
      end = await start()
    },
    async [Symbol.asyncDispose]() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url: string): Promise<void> {
  for (const until = performance.now() + START_MS; ; await pause(100)) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}
