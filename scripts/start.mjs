import { build } from './build.mjs'
import { GATEWAY } from './gateway.mjs'
import { environment, nodePath, run } from './runtime.mjs'

/** What a child has of ours: also the socket that a service manager hands over, which is the descriptor after them (sd_listen_fds(3)). */
const STDIO = process.env.LISTEN_FDS ? ['inherit', 'inherit', 'inherit', 3] : 'inherit'

/** Installs and builds what is missing, then serves; gives the server's exit code. */
export async function start(args) {
  await build()
  return run(nodePath(), [...GATEWAY.flags, GATEWAY.main, ...args], { stdio: STDIO, env: environment(GATEWAY.env) })
}
