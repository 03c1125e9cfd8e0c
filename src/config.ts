import { z } from 'zod'

const PORT_WORDS = '应为 0 到 65535 的整数 must be a whole number from 0 to 65535'
const text = z.string().trim().min(1).optional()

const environment = z.object({
  PORT: z.coerce.number(PORT_WORDS).int(PORT_WORDS).min(0, PORT_WORDS).max(65_535, PORT_WORDS).default(3000),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  YUMEN_DATA: z.string().trim().min(1).default('./data'),
  YUMEN_MASTER_KEY: text,
  YUMEN_MASTER_KEY_FILE: text,
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  YUMEN_DURABILITY: z.enum(['normal', 'strict']).default('normal'),
  // Read only to be refused: an operator who asks for more must hear that there is one.
  YUMEN_WORKERS: z
    .enum(['1', 'auto'], {
      error:
        '只能是 1 或 auto：限额与账目由一个进程计数，多个进程会各算各的。' +
        ' Must be 1 or auto: limits and the ledger are counted in one process, and several would each count their own.',
    })
    .default('auto'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** What the environment says, read once at the start; everything else is a setting in the console. */
export type Config = {
  port: number
  host: string
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
  logLevel: string
}

/** Reads the environment; throws a sentence that names each variable that cannot be used, never its value. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // A variable set to nothing is a variable not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`环境变量有误  The environment is not usable.\n  ${faults.join('\n  ')}`)
  }
  const { data } = parsed
  return Object.freeze({
    port: data.PORT,
    host: data.HOST,
    dataDir: data.YUMEN_DATA,
    masterKey: data.YUMEN_MASTER_KEY,
    masterKeyFile: data.YUMEN_MASTER_KEY_FILE,
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    publicOrigin: data.PUBLIC_ORIGIN,
    databaseUrl: data.DATABASE_URL,
    trustedProxies: data.TRUSTED_PROXIES,
    durability: data.YUMEN_DURABILITY,
    logLevel: data.LOG_LEVEL,
  })
}
