import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { buildConsole } from './console.mjs'
import { install } from './install.mjs'
import { Refusal, environment, nodePath, run, say, toolPath } from './runtime.mjs'

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
const INTEGRATION = { title: '集成 Integration', run: () => vitest(['integration']) }
const BROWSER = {
  title: '浏览器 Browser',
  run: async () => vitest(['browser'], { CHROMIUM_PATH: await requireChromium() }),
}

/** Everything, in the order in which it is cheapest to hear bad news. */
export function test() {
  return runSteps([TYPES, LINT, FORMAT, BUILD, UNIT_AND_WEB, INTEGRATION, BROWSER])
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

/** Prints a line for each step and the totals; the exit code is 0 only when something passed and nothing failed. */
export function summarize(results, print = (line) => process.stdout.write(`${line}\n`)) {
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

/** Reads what vitest's JSON reporter wrote; a run that failed without a failed test (a file that does not load, no test at all) counts as one. */
export function countsOf(report, exitCode) {
  const { numPassedTests: passed = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = report
  const sound = exitCode === 0 && report.success === true && passed > 0
  return { passed, failed: Math.max(numFailedTests, sound ? 0 : 1), skipped: numPendingTests + numTodoTests }
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

async function vitest(projects, extra = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'yumen-test-'))
  const file = join(folder, 'report.json')
  const flags = [
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const options = { ...LIMIT, env: environment(extra) }
  try {
    const code = await run(nodePath(), [toolPath('vitest'), 'run', ...flags], options)
    return countsOf(readReport(file), code)
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
