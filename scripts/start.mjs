import { buildConsole } from './console.mjs'
import { install } from './install.mjs'
import { nodePath, run } from './runtime.mjs'

/** Installs and builds what is missing, then serves; gives the server's exit code. */
export async function start(args) {
  await install()
  await buildConsole()
  return run(nodePath(), ['src/main.ts', ...args])
}
