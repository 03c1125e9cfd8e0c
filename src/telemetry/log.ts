import pino from 'pino'

/** Everything a log line may say besides its event; whatever is not listed is left out, so that no secret slips in. */
const ALLOWED = [
  'requestId',
  'method',
  'path',
  'status',
  'code',
  'end',
  'model',
  'provider',
  'endpoint',
  'credential',
  'limit',
  'percent',
  'errorClass',
  'ms',
  'count',
  'queued',
  'candidates',
  'skipped',
  'retry',
  'address',
  'engine',
  'version',
  'reason',
  'stack',
] as const
type Field = (typeof ALLOWED)[number]
type LogFields = Partial<Record<Field, string | number | boolean | null | undefined>>

/** An event is a fixed sentence; what varies goes into the fields. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (event: string, fields?: LogFields) => void> & {
  /** Whether `debug` writes anything: what takes work to say is got ready for it only then. */
  readonly isDebug?: boolean
}

/** A logger that writes JSON lines to standard error and only allow-listed fields. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(options, pino.destination({ fd: 2, sync: false }))
  const at =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) => {
      if (logger.isLevelEnabled(severity)) logger[severity](allowed(fields), event)
    }
  const isDebug = logger.isLevelEnabled('debug')
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), isDebug }
}

function allowed(fields: LogFields): LogFields {
  return Object.fromEntries(ALLOWED.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
}

/** As systems and databases name what went wrong: `ECONNREFUSED`, `SQLITE_FULL`, PostgreSQL's `25006`. */
const CODE = /^[A-Z0-9_]{4,40}$/

/** What may be told of a thrown thing: its class, its code and where it was thrown, never its message, which may quote a secret. */
export function faultFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { errorClass: typeof error }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    errorClass: error.name,
    ...(typeof code === 'string' && CODE.test(code) && { code }),
    stack: frames.slice(0, 8).join('\n'),
  }
}
