import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { LEAST_DIFFERENT } from '../core/passwords.ts'
import { base62 } from './keys.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

const TAG_BYTES = 32
const SALT_BYTES = 16
const ONE_TIME_BYTES = 30
const ONE_TIME_CHARS = 20
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const COMMON = new Set<string>(commonPasswords)

/** The work one hash takes, and how much of it may go on and wait at once. */
type PasswordCost = { memoryKib: number; passes: number; atOnce: number; waiting: number }

/**
 * argon2id with 46 MiB and one pass (OWASP's password storage cheat sheet). Two at once, because hashes run in the
 * four threads of libuv, and name look-ups of the relay need the others.
 */
export const STRONG: PasswordCost = { memoryKib: 46 * 1024, passes: 1, atOnce: 2, waiting: 100 }

/** Hashes and checks passwords; rejects with `PasswordsBusy` when too many callers wait. */
export type Passwords = {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>
  /** Whether the password fits; null stands for a user who does not exist, and takes as long as a wrong password. */
  verify(password: string, phc: string | null): Promise<boolean>
}

/** Too many passwords are being checked; the caller should try again. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are waiting to be checked.')
    this.name = 'PasswordsBusy'
  }
}

/** Makes a password checker; tests hand in a cheaper cost. */
export function createPasswords(cost: PasswordCost = STRONG): Passwords {
  const queued = boundedQueue(cost.atOnce, cost.waiting)
  const dummy = phcOf(cost, Buffer.alloc(SALT_BYTES), randomBytes(TAG_BYTES))
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES)
      return phcOf(cost, salt, await queued(() => derive(password, salt, cost)))
    },
    verify: async (password, phc) => {
      const { salt, tag, ...work } = parsePhc(phc ?? dummy)
      const derived = await queued(() => derive(password, salt, work))
      return derived.length === tag.length && timingSafeEqual(derived, tag) && phc !== null
    },
  }
}

/** A password to be told once and changed at the first sign-in: letters and digits alone, as tables of them are opened in spreadsheets. */
export function oneTimePassword(): string {
  return base62(BigInt(`0x${randomBytes(ONE_TIME_BYTES).toString('hex')}`), ONE_TIME_CHARS)
}

/** Why a password is too weak to be taken; null when it is not. */
export function weakness(password: string, minChars: number): 'short' | 'common' | null {
  const characters = Array.from(password)
  if (characters.length < minChars) return 'short'
  if (new Set(characters).size < LEAST_DIFFERENT || COMMON.has(password.toLowerCase())) return 'common'
  return null
}

type Work = { memoryKib: number; passes: number; lanes?: number }

function derive(password: string, salt: Buffer, work: Work): Promise<Buffer> {
  const parameters = {
    // The same word typed on another system may be composed of other code points.
    message: Buffer.from(password.normalize('NFC')),
    nonce: salt,
    parallelism: work.lanes ?? 1,
    tagLength: TAG_BYTES,
    memory: work.memoryKib,
    passes: work.passes,
  }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

function phcOf(cost: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function parsePhc(phc: string): Required<Work> & { salt: Buffer; tag: Buffer } {
  const [, memory, passes, lanes, salt = '', tag = ''] = PHC.exec(phc) ?? []
  if (memory === undefined) throw new Error('The stored password hash has an unknown form.')
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** Runs at most `atOnce` jobs, lets `waiting` more wait in order, and refuses the rest. */
function boundedQueue(atOnce: number, waiting: number): <T>(job: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let running = 0
  return async (job) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new PasswordsBusy()
      // A job that ends hands its place to the next in line, so `running` stays as it is.
      await new Promise<void>((go) => line.push(go))
    } else {
      running += 1
    }
    try {
      return await job()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
