// What `npm start`, `npm run build`, `npm test`, `npm run check`, `npm run dev`, `npm run shots`, `npm run faults` and `npm run bench` run: plain JavaScript for any Node
// from 18 on and without a dependency, because it runs before anything is installed.
import { bench } from './bench.mjs'
import { build } from './build.mjs'
import { dev } from './dev.mjs'
import { faults } from './faults.mjs'
import { check, test } from './steps.mjs'
import { shots } from './shots.mjs'
import { start } from './start.mjs'
import { yumen } from './yumen.mjs'
import { Refusal, say } from './runtime.mjs'

const COMMANDS = { start, build, dev, test, check, shots, yumen, faults, bench }

const [name = '', ...args] = process.argv.slice(2)
try {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Refusal(`用法 Usage: node scripts/setup.mjs ${Object.keys(COMMANDS).join(' | ')}`)
  process.exitCode = await command(args)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say(`✗ ${error.message}`)
  process.exitCode = 1
}
