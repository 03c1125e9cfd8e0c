import { z } from 'zod'
import { givenSocket } from './core/given-socket.ts'

/** What a variable must be, where one is not. */
const WORDS = {
  port: '应为 0 到 65535 的整数 must be a whole number from 0 to 65535',
  text: '不能只有空格 must not be blank',
  host: '应为本机的地址或名称，不含协议与端口 must be an address or name of this machine, without http:// and port',
  masterKey: '至少 32 个字符 must have at least 32 characters',
  email: '应为邮箱地址 must be an e-mail address',
  password: '应为 8 到 1024 个字符 must have 8 to 1024 characters',
  origin:
    '应为以 http:// 或 https:// 开头、不含路径的地址 must be an address that begins with http:// or https://, without a path',
  database:
    '应为以 postgres:// 开头的地址，密码中的特殊字符写成 %XX' +
    ' must be an address that begins with postgres://, with special characters of a password written as %XX',
  proxies: '每一项应为 IP 地址或 CIDR 网段 each must be an address or a CIDR block',
  durability: '只能是 normal 或 strict must be normal or strict',
  workers:
    '只能是 1 或 auto：限额与账目由一个进程计数，多个进程会各算各的。' +
    ' Must be 1 or auto: limits and the ledger are counted in one process, and several would each count their own.',
  token: '至少 16 个可见字符，不含空格 must have at least 16 visible characters and no space',
  level: '只能是 debug、info、warn、error 或 silent must be debug, info, warn, error or silent',
} as const

const trimmed = z.string().trim()
const text = trimmed.min(1, WORDS.text)

// What is read loosely, such as `10.0.0.0/`, would be every address there is.
const block = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], WORDS.proxies)

const environment = z.object({
  // Number('') and Number(' ') are 0, which would be any port that is free.
  PORT: trimmed
    .regex(/^\d{1,5}$/, WORDS.port)
    .transform(Number)
    .refine((port) => port <= 65_535, WORDS.port)
    .default(3000),
  // Written as in an address of the web, `[::1]` is a name that nobody has.
  HOST: trimmed
    .regex(/^[^\s/]+$/, WORDS.host)
    .transform((host) => host.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  YUMEN_DATA: text.default('./data'),
  YUMEN_MASTER_KEY: trimmed.min(32, WORDS.masterKey).optional(),
  YUMEN_MASTER_KEY_FILE: text.optional(),
  ADMIN_EMAIL: trimmed.pipe(z.email(WORDS.email).max(254, WORDS.email)).optional(),
  ADMIN_PASSWORD: z.string().min(8, WORDS.password).max(1024, WORDS.password).optional(),
  PUBLIC_ORIGIN: trimmed
    .refine(isOrigin, WORDS.origin)
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: trimmed.refine(isPostgres, WORDS.database).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(block)),
  YUMEN_DURABILITY: trimmed.pipe(z.enum(['normal', 'strict'], WORDS.durability)).default('normal'),
  // Read only to be refused: an operator who asks for more must hear that there is one.
  YUMEN_WORKERS: trimmed.pipe(z.enum(['1', 'auto'], WORDS.workers)).default('auto'),
  METRICS_TOKEN: trimmed.regex(/^[!-~]{16,}$/, WORDS.token).optional(),
  LOG_LEVEL: trimmed.pipe(z.enum(['debug', 'info', 'warn', 'error', 'silent'], WORDS.level)).default('info'),
})

/** The console is at the root of its host: one that is to stand under a path would be told of wrongly everywhere. */
function isOrigin(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
}

/** A host may be left out, as in `postgres://user@/base?host=/run/postgresql`, which is no URL by itself. */
function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url.replace('@/', '@host/'))
}

/** What the environment says, read once at the start; everything else is a setting in the console. */
export type Config = {
  port: number
  host: string
  /** The descriptor of a listening socket that was handed over; it goes before host and port. */
  socket: number | null
  dataDir: string
  masterKey: string | undefined
  masterKeyFile: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  publicOrigin: string | undefined
  databaseUrl: string | undefined
  trustedProxies: readonly string[]
  /** `strict`: an answer ends only once its row would survive a power cut. */
  durability: 'normal' | 'strict'
  /** Who presents it may read `/metrics`; without one nobody may. */
  metricsToken: string | undefined
  logLevel: string
}

/** Reads the environment; throws a sentence that names each variable that cannot be used, never its value. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // A variable set to nothing is a variable not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)
    throw new Error(`环境变量有误  The environment is not usable.\n  ${faults.join('\n  ')}`)
  }
  const { data } = parsed
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    socket: givenSocket(env),
    dataDir: data.YUMEN_DATA,
    masterKey: data.YUMEN_MASTER_KEY,
    masterKeyFile: data.YUMEN_MASTER_KEY_FILE,
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    publicOrigin: data.PUBLIC_ORIGIN,
    databaseUrl: data.DATABASE_URL,
    trustedProxies: data.TRUSTED_PROXIES,
    durability: data.YUMEN_DURABILITY,
    metricsToken: data.METRICS_TOKEN,
    logLevel: data.LOG_LEVEL,
  })
}
