import { resolve } from 'node:path'
import type { Clock } from '../core/time.ts'
import type { CostOf } from '../store/repricing.ts'
import type { Verification } from '../store/verify.ts'
import { makeBackup } from './backup.ts'
import { endSecondFactor } from './end-second-factor.ts'
import { givePassword } from './password.ts'
import { type Place, Refusal } from './place.ts'
import { rekey } from './rekey.ts'
import { restoreBackup } from './restore.ts'
import { problemOf, verifyPlace } from './verify.ts'

/** What a command works with. */
type CommandWorld = {
  place: Place
  clock: Clock
  version: string
  /** What a usage costs. */
  costOf: CostOf
  say: (line: string) => void
}

/** `does` says it in Chinese and English. */
type Command = { words: string; does: string; takes: 0 | 1; run(world: CommandWorld, given: string): Promise<void> }

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { words: 'backup <file>', does: '做备份  makes a backup', takes: 1, run: backup },
  restore: {
    words: 'restore <file>',
    does: '恢复备份（先停止网关）  restores a backup (stop the gateway first)',
    takes: 1,
    run: restore,
  },
  verify: {
    words: 'verify',
    does: '核对数据库文件、账目与审计日志  checks the file, the books and the audit log',
    takes: 0,
    run: verify,
  },
  rekey: {
    words: 'rekey <file of the new master key>',
    does: '更换主密钥  changes the master key',
    takes: 1,
    run: changeKey,
  },
  password: {
    words: 'password <e-mail>',
    does: '给用户一次性密码  gives a user a one-time password',
    takes: 1,
    run: password,
  },
  'end-second-factor': {
    words: 'end-second-factor <e-mail>',
    does: '关闭用户的两步验证  turns a user’s two-step verification off',
    takes: 1,
    run: endFactor,
  },
  help: { words: 'help', does: '显示这些命令  lists these', takes: 0, run: help },
}

/** What is typed out of habit. */
const ALSO: Readonly<Record<string, string>> = { '--help': 'help', '-h': 'help' }

/** Every command as it is typed. */
export const USAGE = Object.values(COMMANDS).map(({ words }) => words)

/** Whether a word is one of the commands. */
export function isCommand(word: string | undefined): word is string {
  return word !== undefined && (Object.hasOwn(COMMANDS, word) || Object.hasOwn(ALSO, word))
}

/** Does what an operator asks by hand; throws a sentence for them when it cannot be done. */
export async function runCommand([name = '', ...rest]: readonly string[], world: CommandWorld): Promise<void> {
  const command = COMMANDS[ALSO[name] ?? name]
  if (!command || rest.length !== command.takes)
    throw new Refusal(`用法  Usage: ${command ? command.words : USAGE.join(' | ')}`)
  await command.run(world, rest[0] ?? '')
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

async function password({ place, clock, say }: CommandWorld, email: string): Promise<void> {
  const made = await givePassword(place, email, clock)
  say(`✓ 一次性密码  one-time password: ${made}`)
  say('  登录时须修改；此前的会话已结束  It must be changed at the next sign-in; sessions have ended.')
}

async function endFactor({ place, clock, say }: CommandWorld, email: string): Promise<void> {
  await endSecondFactor(place, email, clock)
  say('✓ 两步验证已关闭，此前的会话已结束  Two-step verification is off, and sessions have ended.')
}

function help({ say }: CommandWorld): Promise<void> {
  say('用法  Usage: npm run yumen -- …')
  const width = Math.max(...USAGE.map(({ length }) => length))
  for (const { words, does } of Object.values(COMMANDS)) say(`  ${words.padEnd(width)}  ${does}`)
  say('启动网关  To start a gateway: npm start\n启动演示  To look around: npm start -- --demo')
  return Promise.resolve()
}

function told({ books, audit }: Verification): string {
  return `  账户 ${books.accounts}，小时合计 ${books.hours}，审计日志 ${audit.checked} 行（早于校验链的 ${audit.unchained} 行）
  ${books.accounts} accounts, ${books.hours} hourly sums, ${audit.checked} audit rows (${audit.unchained} from before the chain)`
}
