import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireChromium } from './chromium.mjs'
import { buildConsole } from './console.mjs'
import { install } from './install.mjs'
import { Refusal, environment, nodePath, run, say, toolPath } from './runtime.mjs'
import { REPORT_FILE } from './test-reporter.mjs'

/** No step may hang a whole run: after this long it is killed and counts as failed. */
const LIMIT = { timeout: 25 * 60_000, killSignal: 'SIGKILL' }

const TYPES = {
  title: '类型 Types',
  run: () => tools(['typescript', 'tsc', '-p', '.'], ['typescript', 'tsc', '-p', 'web']),
}
const LINT = { title: '静态检查 Lint', run: () => tools(['oxlint', 'oxlint', '--deny-warnings']) }
const FORMAT = { title: '格式 Format', run: () => tools(['oxfmt', 'oxfmt', '--check']) }
const BUILD = { title: '控制台 Console', run: () => buildConsole().then(() => one(true)) }
const UNIT = { title: '单元与规矩 Unit, house', run: () => vitest(['unit']) }
const UNIT_AND_WEB = { title: '单元、规矩与控制台 Unit, house, web', run: () => vitest(['unit', 'web']) }
const INTEGRATION = { title: '集成 Integration', run: () => vitest(['integration', 'faults']) }
// All of them take longer than a step may.
const BROWSER = ['1/4', '2/4', '3/4', '4/4'].map((shard) => ({
  title: `浏览器 Browser ${shard}`,
  run: async () => vitest(['browser'], { shard, env: { CHROMIUM_PATH: await requireChromium() } }),
}))

/** Everything, in the order in which it is cheapest to hear bad news. */
export function test() {
  return runSteps([TYPES, LINT, FORMAT, BUILD, UNIT_AND_WEB, INTEGRATION, ...BROWSER])
}

/** What to run before a commit: types, lint, house and unit tests. */
export function check() {
  return runSteps([TYPES, LINT, UNIT])
}

/** Runs every step, whatever the ones before it gave, and gives the exit code; the last line is `N passed, N failed`. */
async function runSteps(steps) {
  await install()
  const results = []
  const stopped = stopSignal()
  for (const [index, step] of steps.entries()) {
    say(`\n── ${index + 1}/${steps.length} ${step.title} ──`)
    const begun = performance.now()
    const counts = await step.run().catch(told)
    results.push({ title: step.title, seconds: (performance.now() - begun) / 1000, ...counts })
    if (stopped.aborted) break
  }
  const code = summarize(results)
  return stopped.aborted ? 1 : code
}

/** Aborted by Ctrl-C and its like: the step under way has got the signal too, the ones after it must not begin. */
function stopSignal() {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => controller.abort())
  return controller.signal
}

/** Of so many failures the summary says what they were; all of them stand above. */
const MOST_TOLD = 20

/**
 * Prints what failed, a line for each step and the totals; the exit code is 0 only when something passed and nothing failed.
 * @param {(line: string) => unknown} print
 */
export function summarize(results, print = (line) => process.stdout.write(`${line}\n`)) {
  for (const { name, message } of results.flatMap(({ failures = [] }) => failures).slice(0, MOST_TOLD)) {
    print(`\n✗ ${name}\n${message}`)
  }
  print('')
  for (const { title, seconds, passed, failed, skipped } of results) {
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    print(`${failed > 0 ? '✗' : '✓'} ${seconds.toFixed(1).padStart(6)} s  ${title}: ${counts}`)
  }
  const sum = (field) => results.reduce((total, result) => total + result[field], 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  print(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0 ? 0 : 1
}

/**
 * What a run of vitest came to, from what its reporter wrote and how it exited; one that failed without saying why (no test at
 * all, an end by a signal) counts as one failure.
 * @param {{ passed?: number, skipped?: number, failures?: { name: string, message: string }[] }} report
 */
export function outcome({ passed = 0, skipped = 0, failures = [] }, exitCode) {
  const sound = exitCode === 0 && passed > 0
  if (sound || failures.length > 0) return { passed, skipped, failed: failures.length, failures }
  const silent = {
    name: 'vitest',
    message: `  exit code ${exitCode}, ${passed} passed, and no test is said to have failed`,
  }
  return { passed, skipped, failed: 1, failures: [silent] }
}

function told(error) {
  say(error instanceof Refusal ? `✗ ${error.message}` : error.stack)
  return one(false)
}

function one(passed) {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/** Runs tools side by side as one step: each is a package, its command and the arguments. */
async function tools(...commands) {
  const codes = await Promise.all(
    commands.map(([name, command, ...args]) => run(nodePath(), [toolPath(name, command), ...args], LIMIT)),
  )
  return one(codes.every((code) => code === 0))
}

async function vitest(projects, { shard, env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'yumen-test-'))
  const file = join(folder, 'report.json')
  const flags = [
    ...projects.flatMap((name) => ['--project', name]),
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    '--reporter=default',
    `--reporter=${fileURLToPath(new URL('./test-reporter.mjs', import.meta.url))}`,
  ]
  const options = { ...LIMIT, env: environment({ ...env, [REPORT_FILE]: file }) }
  try {
    const code = await run(nodePath(), [toolPath('vitest'), 'run', ...flags], options)
    return outcome(readReport(file), code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    say('! vitest 没有写出结果  vitest wrote no result')
    return {}
  }
}
