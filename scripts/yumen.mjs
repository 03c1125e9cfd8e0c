import { install } from './install.mjs'
import { nodePath, run } from './runtime.mjs'

/** Runs one of the gateway's own commands: backup, restore, verify, rekey, password; gives its exit code. */
export async function yumen(args) {
  await install()
  // Without a word it would start a gateway.
  return run(nodePath(), ['src/main.ts', ...(args.length > 0 ? args : ['help'])])
}
