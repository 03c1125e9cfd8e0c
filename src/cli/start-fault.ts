import { DatabaseAway } from '../store/away.ts'

/** Where the gateway was to be, as the environment says it. */
type Place = { host: string; port: number; dataDir: string; databaseUrl: string | undefined }

type Fault = Error & { code?: string; syscall?: string; hostname?: string; path?: string }

type Known = {
  is: (fault: Fault, place: Place) => boolean
  say: (place: Place, reason: string) => string
}

const NO_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EIO', 'ENOTDIR', 'EEXIST', 'ELOOP'])
const BROKEN_FILE = /^SQLITE_(CORRUPT|NOTADB)/
const NO_FILE = /^SQLITE_(CANTOPEN|READONLY|FULL|PERM)/
/** Of the network, and of PostgreSQL (appendix A): who may not sign in, no such database, no room for one more, starting. */
const NO_DATABASE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|28|3D000|53300|57P03)/

/** Of PostgreSQL too: no right to a schema, which from version 15 on only the owner has, none found to create in, a node that only reads. */
const NOT_WRITABLE = new Set(['42501', '3F000', '25006'])
/** A column or table that is there already, or is not, as SQLite and PostgreSQL say it. */
const OTHER_SCHEMA = new Set(['SQLITE_ERROR', '42701', '42703', '42P01', '42P07'])
const unreached: Known['say'] = (_, reason) =>
  `DATABASE_URL 所指的数据库无法连接：${reason}\n  The database that DATABASE_URL names cannot be reached: ${reason}`
const UNTRUSTED = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/

/** Asked in order; the first that knows it says it. */
const KNOWN: readonly Known[] = [
  {
    is: ({ code }) => code === 'EADDRINUSE',
    say: ({ host, port }) =>
      `${host}:${port} 已被其他程序占用，请用 PORT 指定另一个端口。\n  Another program listens on ${host}:${port}: name another port with PORT.`,
  },
  {
    is: ({ code, syscall }) => syscall === 'listen' && code === 'EACCES',
    say: ({ port }) =>
      `没有权限监听端口 ${port}，请用 PORT 指定 1023 以上的端口。\n  Port ${port} may not be listened on by this user: name one above 1023 with PORT.`,
  },
  {
    is: ({ code, hostname }, { host }) => code === 'EADDRNOTAVAIL' || hostname === host,
    say: ({ host }) =>
      `HOST（${host}）不是这台机器的地址：127.0.0.1 只供本机访问，0.0.0.0 对所有地址开放。\n  HOST (${host}) is no address of this machine: 127.0.0.1 is for itself alone, 0.0.0.0 for everybody.`,
  },
  {
    is: ({ path }, { databaseUrl }) => path !== undefined && namedBy(databaseUrl).includes(path),
    say: (_, reason) =>
      `DATABASE_URL 所指的证书文件无法读取：${reason}\n  A file that DATABASE_URL names cannot be read: ${reason}`,
  },
  {
    is: ({ code = '', syscall }, { databaseUrl }) =>
      databaseUrl !== undefined && (syscall === 'connect' || NO_DATABASE.test(code)),
    say: unreached,
  },
  {
    is: ({ code = '' }, { databaseUrl }) => databaseUrl !== undefined && NOT_WRITABLE.has(code),
    say: (_, reason) =>
      `DATABASE_URL 所指的数据库无法写入，请让其中的用户拥有该数据库（ALTER DATABASE … OWNER TO …），且不要指向只读的备库：${reason}\n` +
      `  The database that DATABASE_URL names cannot be written: let the user in it own the database (ALTER DATABASE … OWNER TO …), and name no standby that only reads: ${reason}`,
  },
  {
    is: ({ code = '' }, { databaseUrl }) => databaseUrl !== undefined && UNTRUSTED.test(code),
    say: (_, reason) =>
      `无法信任数据库的证书：DATABASE_URL 中的主机名须与证书一致，私有 CA 用 sslrootcert=/…/ca.pem 指明。${reason}\n` +
      `  The certificate of the database is not trusted: in DATABASE_URL name the host as the certificate does, and a CA of your own with sslrootcert=/…/ca.pem: ${reason}`,
  },
  // What the driver found by itself: a socket that is not there, or a server without TLS.
  { is: (fault) => fault instanceof DatabaseAway, say: unreached },
  {
    is: ({ code = '' }) => OTHER_SCHEMA.has(code),
    say: (_, reason) =>
      `数据库的结构与本程序所知的不符，未作任何改动。它可能由另一分支上的玉门启动过，请启动那个版本，或恢复更新之前的备份：${reason}\n` +
      `  The database has another schema than this program takes it to have, and nothing was changed. A Yumen of another branch may have served it: start that one, or restore a backup made before the update: ${reason}`,
  },
  {
    is: ({ code = '' }) => BROKEN_FILE.test(code),
    say: ({ dataDir }, reason) =>
      `数据文件夹 ${dataDir} 中的数据库已损坏，请停止网关并恢复备份（npm run yumen -- restore <file>）：${reason}\n` +
      `  The database in the data folder ${dataDir} is damaged: stop the gateway and restore a backup (npm run yumen -- restore <file>): ${reason}`,
  },
  {
    is: ({ code = '', syscall }) =>
      NO_FILE.test(code) ||
      (syscall !== undefined && NO_FOLDER.has(code)) ||
      // As Linux says it of a folder in /proc, and Windows of a drive that is not there.
      (syscall === 'mkdir' && code === 'ENOENT'),
    say: ({ dataDir }, reason) =>
      `数据文件夹 ${dataDir} 无法写入，请检查权限与磁盘，或用 YUMEN_DATA 指定另一个：${reason}\n` +
      `  The data folder ${dataDir} cannot be written: look at its owner and the disk, or name another with YUMEN_DATA: ${reason}`,
  },
]

/** Why the gateway did not start and what to do about it, in Chinese and English; what nobody foresaw is said as it came. */
export function startFault(error: unknown, place: Place): string {
  if (!(error instanceof Error)) return String(error)
  const fault: Fault = error
  return KNOWN.find(({ is }) => is(fault, place))?.say(place, reasonOf(fault)) ?? fault.message
}

/** What an address of a database says behind its question mark: where its certificates and keys lie, among others. */
function namedBy(databaseUrl = ''): string[] {
  return [...new URLSearchParams(databaseUrl.split('?')[1]).values()]
}

/** What was said first, before others put it into sentences; a name with several addresses fails with an error for each and no words of its own. */
function reasonOf({ message, code = '', cause }: Fault): string {
  return cause instanceof Error ? reasonOf(cause) : message || code
}
