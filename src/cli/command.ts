import { resolve } from 'node:path'
import type { Clock } from '../core/time.ts'
import type { MovedTable } from '../store/move.ts'
import type { CostOf } from '../store/repricing.ts'
import type { Verification } from '../store/verify.ts'
import { makeBackup } from './backup.ts'
import { compact } from './compact.ts'
import { endSecondFactor } from './end-second-factor.ts'
import { moveDatabase } from './move.ts'
import { givePassword } from './password.ts'
import { type Place, Refusal } from './place.ts'
import { rekey } from './rekey.ts'
import { restoreBackup } from './restore.ts'
import { problemOf, verifyPlace } from './verify.ts'

/** What a command works with. */
type CommandWorld = {
  /** Asked for by those commands alone that work on it. */
  readonly place: Place
  clock: Clock
  version: string
  /** What a usage costs. */
  costOf: CostOf
  say: (line: string) => void
}

/** `does` says it in Chinese and English; `takes` is how many words may follow, the fewest and the most. */
type Command = {
  words: string
  does: string
  takes: readonly [0 | 1, 0 | 1]
  run(world: CommandWorld, given: string): Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { words: 'backup <file>', does: '做备份  makes a backup', takes: [1, 1], run: backup },
  restore: {
    words: 'restore <file>',
    does: '恢复备份（先停止网关）  restores a backup (stop the gateway first)',
    takes: [1, 1],
    run: restore,
  },
  verify: {
    words: 'verify',
    does: '核对数据库文件、账目与审计日志  checks the file, the books and the audit log',
    takes: [0, 0],
    run: verify,
  },
  compact: {
    words: 'compact',
    does: '把已删数据的空间还给磁盘（先停止网关）  gives the room of deleted rows back to the disk (stop the gateway first)',
    takes: [0, 0],
    run: giveBack,
  },
  move: {
    words: 'move <postgres|sqlite>',
    does: '把全部数据迁到另一种数据库（先停止网关）  moves everything to the other kind of database (stop the gateway first)',
    takes: [1, 1],
    run: move,
  },
  rekey: {
    words: 'rekey <file of the new master key>',
    does: '更换主密钥  changes the master key',
    takes: [1, 1],
    run: changeKey,
  },
  password: {
    words: 'password <e-mail>',
    does: '给用户一次性密码  gives a user a one-time password',
    takes: [1, 1],
    run: password,
  },
  'end-second-factor': {
    words: 'end-second-factor <e-mail>',
    does: '关闭用户的两步验证  turns a user’s two-step verification off',
    takes: [1, 1],
    run: endFactor,
  },
  version: { words: 'version', does: '显示版本  tells the version', takes: [0, 0], run: version },
  help: {
    words: 'help [command]',
    does: '显示这些命令，或其中之一  lists these, or one of them',
    takes: [0, 1],
    run: help,
  },
}

/** What is typed out of habit. */
const ALSO: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help', '--version': 'version' }

/** Every command as it is typed. */
export const USAGE = Object.values(COMMANDS).map(({ words }) => words)

function commandOf(word: string): Command | undefined {
  const name = Object.hasOwn(ALSO, word) ? ALSO[word] : word
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
}

/** Whether a word is one of the commands. */
export function isCommand(word: string | undefined): word is string {
  return word !== undefined && commandOf(word) !== undefined
}

/** Does what an operator asks by hand, without a word what `help` does; throws a sentence for them when it cannot be done. */
export async function runCommand([name = 'help', ...rest]: readonly string[], world: CommandWorld): Promise<void> {
  const command = commandOf(name)
  if (!command) throw unknown(name)
  if (rest.some((word) => ALSO[word] === 'help')) return help(world, name)
  const [least, most] = command.takes
  const option = rest.find((word) => word.startsWith('-'))
  if (option !== undefined || rest.length < least || rest.length > most) throw new Refusal(usage(command, option))
  await command.run(world, rest[0] ?? '')
}

function unknown(name: string): Refusal {
  return new Refusal(`无法识别  Unknown: ${name}\n  可用的有  There are: ${USAGE.join(', ')}`)
}

/** A file whose name begins like an option is seldom meant. */
function usage({ words }: Command, option?: string): string {
  const typed = `用法  Usage: ${words}`
  return option === undefined
    ? typed
    : `${typed}\n  没有选项 ${option}；名称以 - 开头的文件写作 ./${option}。\n  There is no option ${option}: a file whose name begins with - is written ./${option}.`
}

async function backup({ place, clock, version, say }: CommandWorld, file: string): Promise<void> {
  const made = await makeBackup(place, resolve(file), { version, now: clock.now })
  say(`✓ 备份完成  Backup made: ${made.path}  (${made.bytes} bytes)`)
  say(told(made))
  say('  主密钥不在备份中，请另行保存  The master key is not in it; keep it apart.')
}

async function restore({ place, clock, say }: CommandWorld, file: string): Promise<void> {
  const restored = await restoreBackup(place, resolve(file), clock.now)
  say(`✓ 已恢复  Restored the backup of ${restored.madeAt} (Yumen ${restored.version}).`)
  say(told(restored))
  if (restored.otherKey)
    say(
      `  下次启动仍需 YUMEN_MASTER_KEY[_FILE] 所指的主密钥，${restored.otherKey} 是另一个  The next start needs the key of YUMEN_MASTER_KEY[_FILE], too: ${restored.otherKey} is another one.`,
    )
  if (restored.aside) say(`  原有数据在  What was there before: ${restored.aside}`)
}

async function changeKey({ place, say }: CommandWorld, file: string): Promise<void> {
  const kept = await rekey(place, resolve(file))
  say('✓ 主密钥已更换，下次启动生效  The master key was changed; it counts from the next start.')
  say(
    kept === null
      ? '  请让 YUMEN_MASTER_KEY[_FILE] 指向新密钥  Let YUMEN_MASTER_KEY[_FILE] name the new one.'
      : `  已写入  Written to: ${kept}`,
  )
  say('  旧备份仍需旧主密钥  Backups made before still need the old one; make a new backup now.')
}

async function verify({ place, clock, costOf, say }: CommandWorld): Promise<void> {
  const found = await verifyPlace(place, clock, costOf)
  const problem = problemOf(found)
  if (problem) throw new Refusal(problem)
  say('✓ 账目与审计日志无误  The books add up, and the audit log is as it was written.')
  say(told(found))
}

async function giveBack({ place, say }: CommandWorld): Promise<void> {
  const { beforeBytes, afterBytes } = await compact(place)
  say('✓ 数据库文件已压缩  The database file was made as small as what is in it.')
  say(`  ${beforeBytes} → ${afterBytes} bytes`)
}

async function move({ place, clock, say }: CommandWorld, to: string): Promise<void> {
  if (to !== 'postgres' && to !== 'sqlite') throw new Refusal(WHERE_TO)
  const line = (...[table, rows, sum]: unknown[]) =>
    say(`  ${String(table).padEnd(20)} ${String(rows).padStart(12)} ${String(sum).padStart(24)}`)
  let isFirst = true
  const onTable = ({ table, rows, sum }: MovedTable) => {
    if (isFirst) line('表 table', '行 rows', '合计 sum')
    isFirst = false
    line(table, rows, sum)
  }
  const moved = await moveDatabase(place, { to, clock, onTable })
  say(
    '✓ 全部数据已迁移，两边逐表相同，原来的数据库未作改动  Everything was moved, table by table the same on both sides; the former database is as it was.',
  )
  say(told(moved))
  say(NEXT[to])
}

/** An address holds a password, which the lists of processes and what a shell remembers are no place for. */
const WHERE_TO = `用法  Usage: DATABASE_URL=postgres://… npm run yumen -- move <postgres|sqlite>
  数据库的地址写在 DATABASE_URL 中  The address of the database stands in DATABASE_URL.`

/** Whatever is sealed moved as it was; what opens it did not. */
const NEXT = {
  postgres: `  下一步：带着 DATABASE_URL 启动。数据文件夹仍然需要：其中有主密钥、vault.json 和尚未入库的日志；确认无误后可删除 yumen.db。
  Next: start with DATABASE_URL. The data folder is still needed for the master key, vault.json and what its journal holds; yumen.db may be deleted once all is well.`,
  sqlite: `  下一步：去掉 DATABASE_URL 再启动。主密钥和 vault.json 仍在数据文件夹中；确认无误后可删除原来的数据库。
  Next: start without DATABASE_URL. The master key and vault.json are in the data folder as before; the former database may be deleted once all is well.`,
} as const

async function password({ place, clock, say }: CommandWorld, email: string): Promise<void> {
  const made = await givePassword(place, email, clock)
  say(`✓ 一次性密码  one-time password: ${made}`)
  say('  登录时须修改；此前的会话已结束  It must be changed at the next sign-in; sessions have ended.')
}

async function endFactor({ place, clock, say }: CommandWorld, email: string): Promise<void> {
  await endSecondFactor(place, email, clock)
  say('✓ 两步验证已关闭，此前的会话已结束  Two-step verification is off, and sessions have ended.')
}

function version({ version: known, say }: CommandWorld): Promise<void> {
  say(`玉门  Yumen ${known}`)
  return Promise.resolve()
}

function help({ say }: CommandWorld, name: string): Promise<void> {
  const one = name === '' ? undefined : commandOf(name)
  if (name !== '' && !one) throw unknown(name)
  say('用法  Usage: npm run yumen -- …')
  const width = one ? 0 : Math.max(...USAGE.map(({ length }) => length))
  for (const { words, does } of one ? [one] : Object.values(COMMANDS)) say(`  ${words.padEnd(width)}  ${does}`)
  if (!one) say('启动网关  To start a gateway: npm start\n启动演示  To look around: npm start -- --demo')
  return Promise.resolve()
}

function told({ books, audit }: Verification): string {
  return `  账户 ${books.accounts}，小时合计 ${books.hours}，审计日志 ${audit.checked} 行（早于校验链的 ${audit.unchained} 行）
  ${books.accounts} accounts, ${books.hours} hourly sums, ${audit.checked} audit rows (${audit.unchained} from before the chain)`
}
