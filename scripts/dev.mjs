import { spawn } from 'node:child_process'
import { install } from './install.mjs'
import { ended, environment, forwardSignals, nodePath, root, say, toolPath } from './runtime.mjs'

/** Serves with reload on both sides: the server restarts on a change, the console is patched in the page. */
export async function dev(args) {
  await install()
  const options = { cwd: root, stdio: 'inherit', env: environment() }
  const server = spawn(nodePath(), ['--watch', '--watch-preserve-output', 'src/main.ts', ...args], options)
  const page = spawn(nodePath(), [toolPath('vite'), 'web'], options)
  const children = [server, page]
  forwardSignals(children)
  say('› 开发模式：改动后自动重载  Development: both sides reload on a change')
  const code = await Promise.race(children.map(ended))
  for (const child of children) child.kill('SIGTERM')
  return code
}
