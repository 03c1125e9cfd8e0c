import { resolve } from 'node:path'
import type { Clock } from '../core/time.ts'
import type { CostOf } from '../store/repricing.ts'
import type { Verification } from '../store/verify.ts'
import { makeBackup } from './backup.ts'
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

type Command = { words: string; takesFile: boolean; run(world: CommandWorld, file: string): Promise<void> }

const COMMANDS: Readonly<Record<string, Command>> = {
  backup: { words: 'backup <file>', takesFile: true, run: backup },
  restore: { words: 'restore <file>', takesFile: true, run: restore },
  verify: { words: 'verify', takesFile: false, run: verify },
  rekey: { words: 'rekey <file of the new master key>', takesFile: true, run: changeKey },
  help: { words: 'help', takesFile: false, run: help },
}

/** Every command as it is typed. */
export const USAGE = Object.values(COMMANDS).map(({ words }) => words)

/** Whether a word is one of the commands. */
export function isCommand(word: string | undefined): word is string {
  return word !== undefined && Object.hasOwn(COMMANDS, word)
}

/** Does what an operator asks by hand; throws a sentence for them when it cannot be done. */
export async function runCommand([name = '', ...rest]: readonly string[], world: CommandWorld): Promise<void> {
  const command = COMMANDS[name]
  if (!command || rest.length !== Number(command.takesFile))
    throw new Refusal(`用法  Usage: ${command ? command.words : USAGE.join(' | ')}`)
  await command.run(world, resolve(rest[0] ?? ''))
}

async function backup({ place, clock, version, say }: CommandWorld, file: string): Promise<void> {
  const made = await makeBackup(place, file, { version, now: clock.now })
  say(`✓ 备份完成  Backup made: ${made.path}  (${made.bytes} bytes)`)
  say(told(made))
  say('  主密钥不在备份中，请另行保存  The master key is not in it; keep it apart.')
}

async function restore({ place, clock, say }: CommandWorld, file: string): Promise<void> {
  const restored = await restoreBackup(place, file, clock.now)
  say(`✓ 已恢复  Restored the backup of ${restored.madeAt} (Yumen ${restored.version}).`)
  say(told(restored))
  if (restored.aside) say(`  原有数据在  What was there before: ${restored.aside}`)
}

async function changeKey({ place, say }: CommandWorld, file: string): Promise<void> {
  const kept = await rekey(place, file)
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

function help({ say }: CommandWorld): Promise<void> {
  say(`用法  Usage: npm run yumen -- ${USAGE.join(' | ')}`)
  return Promise.resolve()
}

function told({ books, audit }: Verification): string {
  return `  账户 ${books.accounts}，小时合计 ${books.hours}，审计日志 ${audit.checked} 行（早于校验链的 ${audit.unchained} 行）
  ${books.accounts} accounts, ${books.hours} hourly sums, ${audit.checked} audit rows (${audit.unchained} from before the chain)`
}
