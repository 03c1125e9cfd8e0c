// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry it asked did not
// have them; without them `npm ci` refuses the file. Run it after `npm install`; test/house.test.ts says when it is due.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './runtime.mjs'

const PLATFORM =
  /(?:^|[-/])(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?<abi>-[a-z]+)?$/
const WASM = /-wasm32-wasi$/

const path = join(root, 'package-lock.json')
const before = readFileSync(path, 'utf8')
const lock = JSON.parse(before)
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
lock.packages[''].optionalDependencies = optionalDependencies
const added = Object.entries(lock.packages).flatMap(([at, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${at}/node_modules/${name}`])
    .map(([name, version]) => [`node_modules/${name}`, missing(name, version, entry)]),
)
lock.packages = Object.fromEntries(Object.entries({ ...lock.packages, ...Object.fromEntries(added) }).sort(byName))
const after = `${JSON.stringify(lock, null, 2)}\n`
if (after !== before) writeFileSync(path, after)
say(`✓ 补全 ${added.length} 个平台包  ${added.length} platform packages added to package-lock.json`)

/** An entry without integrity: the platform's own npm fetches it by its exact version; every other machine skips it. */
function missing(name, version, { dev }) {
  const { cpu, libc, os } = platformOf(name)
  return { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, ...(os && { os }) }
}

function platformOf(name) {
  if (WASM.test(name)) return { cpu: ['wasm32'] }
  const { os, cpu, abi = '' } = PLATFORM.exec(name)?.groups ?? {}
  if (!os) throw new Error(`The platform of ${name} cannot be told from its name.`)
  const libc = abi.startsWith('-musl') ? ['musl'] : abi === '-gnu' ? ['glibc'] : undefined
  return { cpu: [cpu], libc, os: [os] }
}

function byName([one], [other]) {
  return one.localeCompare(other, 'en')
}
