import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, startApp, VERSION } from './app.ts'
import { costNanos } from './catalog/cost.ts'
import { isCommand, runCommand, USAGE } from './cli/command.ts'
import { startFault } from './cli/start-fault.ts'
import { type Config, readConfig } from './config.ts'
import { STOPPED_BY_MS } from './core/stop-time.ts'
import { systemClock } from './core/time.ts'
import { createPast } from './demo/past.ts'
import { startDemo } from './demo/start.ts'

// Node's shared pool is 64 KiB: a few bytes waiting for a slow reader would keep all of it alive, for each of thousands.
Buffer.poolSize = 4 * 1024

/** What `npm run yumen` says first: behind it there are only commands. */
const COMMAND_LINE = 'yumen'

/** Does what the command line asks; without a command it starts the gateway. `--demo` fills a throw-away folder and brings a provider of its own. */
async function main(args: readonly string[]): Promise<void> {
  if (args[0] === COMMAND_LINE) return command(args.slice(1))
  if (isCommand(args[0])) return command(args)
  const unknown = args.filter((arg) => arg !== '--demo')
  if (unknown.length > 0)
    throw new Error(
      `无法识别  Unknown: ${unknown.join(' ')}\n  可用的有  There is --demo, and there are: ${USAGE.join(', ')}`,
    )
  await using life = new AsyncDisposableStack()
  const demo = args.includes('--demo')
  const config = demo ? await demoConfig(readConfig(), life) : readConfig()
  const past = demo ? createPast(systemClock) : undefined
  const app = life.use(await startApp(config, undefined, past).catch(toldOf(config)))
  if (past) life.use(await startDemo(app, past))
  greet(app, config, demo)
  await Promise.race([farewell(), app.ousted.then(asFailed)])
  endInTime()
  say('正在停止，等待进行中的请求  Stopping; open requests may finish …')
}

async function command(args: readonly string[]): Promise<void> {
  let config: Config | undefined
  const world = {
    // Help is there where the environment is not usable, too.
    get place() {
      return (config ??= readConfig())
    },
    clock: systemClock,
    version: VERSION,
    costOf: costNanos,
    say,
  }
  await runCommand(args, world).catch((error: unknown) => {
    if (config === undefined) throw error
    toldOf(config)(error)
  })
}

function toldOf(config: Config): (error: unknown) => never {
  return (error) => {
    throw new Error(startFault(error, config), { cause: error })
  }
}

async function demoConfig(config: Config, life: AsyncDisposableStack): Promise<Config> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-demo-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  return {
    ...config,
    dataDir,
    databaseUrl: undefined,
    adminEmail: config.adminEmail ?? 'demo@yumen.local',
    adminPassword: config.adminPassword ?? 'yumen-demo-2026',
  }
}

function greet({ site, firstAdmin, vault }: App, config: Config, demo: boolean): void {
  const place = site.linkOrigin ?? `${site.publicOrigin}（所有地址 all addresses）`
  const lines = [`玉门已就绪  Yumen is ready:  ${place}`]
  if (site.linkOrigin === null)
    lines.push(
      '  未设置 PUBLIC_ORIGIN，邮件与通知中没有链接  PUBLIC_ORIGIN is not set: mails and messages have no links.',
    )
  if (firstAdmin) lines.push(`  管理员  administrator:      ${firstAdmin.email}`)
  if (firstAdmin?.oneTimePassword)
    lines.push(
      `  一次性密码  one-time password: ${firstAdmin.oneTimePassword}`,
      '  首次登录时须修改  It must be changed at the first sign-in.',
    )
  if (demo)
    lines.push(
      `  密码  password:             ${config.adminPassword}`,
      '  演示数据在退出时删除  Demo data is deleted on exit.',
    )
  else if (firstAdmin && vault.masterKeyPath) {
    lines.push(
      `  主密钥在此，请与数据分开备份  The master key is here; back it up apart from the data:`,
      `  ${vault.masterKeyPath}`,
    )
  }
  say(lines.join('\n'))
}

/** Resolves when the gateway is told to stop; a second Ctrl-C ends it at once. */
function farewell(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    // Who stops a service tells every process of it, and ours pass it on as well: hearing it twice is no hurry.
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

/** Who restarts what failed starts it again, and that start is refused for as long as another process serves. */
function asFailed(): void {
  process.exitCode = 1
}

/** Ends the process when its time is over, whatever it is still at: the next start takes up what is left in the journal. */
function endInTime(): void {
  const end = () => {
    process.stderr.write('✗ 停止用时过长，现在结束；剩下的由下次启动接手。\n')
    process.stderr.write('  Stopping took too long and ends here; the next start takes up what is left.\n')
    // An exit would wait for every thread, and SQLite lets none go before its statement is done.
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, STOPPED_BY_MS).unref()
}

// Ctrl-C ends `tee` before it ends us, and a closed terminal takes no word either: what nobody reads must not cut off the stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
