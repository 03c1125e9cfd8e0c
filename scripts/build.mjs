import { buildConsole } from './console.mjs'
import { install } from './install.mjs'

/** Installs and builds what is missing: a start after it needs no network and writes nothing but its data. */
export async function build() {
  await install()
  await buildConsole()
  return 0
}
