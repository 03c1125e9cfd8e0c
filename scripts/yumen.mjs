import { GATEWAY } from './gateway.mjs'
import { install } from './install.mjs'
import { environment, nodePath, run } from './runtime.mjs'

/** Runs one of the gateway's own commands, such as backup or restore, without a word the list of them; gives its exit code. */
export async function yumen(args) {
  await install()
  return run(nodePath(), [GATEWAY.main, 'yumen', ...args], { env: environment(GATEWAY.env) })
}
