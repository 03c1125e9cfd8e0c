import { build } from './build.mjs'
import { GATEWAY } from './gateway.mjs'
import { environment, nodePath, run } from './runtime.mjs'

/** Installs and builds what is missing, then serves; gives the server's exit code. */
export async function start(args) {
  await build()
  return run(nodePath(), [...GATEWAY.flags, GATEWAY.main, ...args], { env: environment(GATEWAY.env) })
}
