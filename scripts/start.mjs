import { buildConsole } from './console.mjs'
import { install } from './install.mjs'
import { join } from 'node:path'
import { environment, nodePath, root, run } from './runtime.mjs'

/** Installs and builds what is missing, then serves; gives the server's exit code. */
export async function start(args) {
  await install()
  await buildConsole()
  // Compiled code is kept beside the packages it comes from: a third off the time of every later start.
  const env = environment({ NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') })
  return run(nodePath(), ['src/main.ts', ...args], { env })
}
