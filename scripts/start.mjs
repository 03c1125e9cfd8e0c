import { build } from './build.mjs'
import { GATEWAY } from './gateway.mjs'
import { environment, nodePath, run } from './runtime.mjs'

/** Whether a service manager has handed a socket over to us, and not to somebody whose environment we have (sd_listen_fds(3)). */
const HAS_SOCKET = process.env.LISTEN_FDS === '1' && process.env.LISTEN_PID === String(process.pid)
/** What the gateway has of ours: also that socket, which is the descriptor after them. */
const STDIO = HAS_SOCKET ? ['inherit', 'inherit', 'inherit', 3] : 'inherit'

/** Installs and builds what is missing, then serves; gives the server's exit code. */
export async function start(args) {
  await build()
  return run(nodePath(), [...GATEWAY.flags, GATEWAY.main, ...args], { stdio: STDIO, env: environment(GATEWAY.env) })
}
