import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install } from './install.mjs'
import { cores, environment, nodePath, root, run, say, toolPath } from './runtime.mjs'

/** Far more than the experiments need, and an end if one of them hangs. */
const LIMIT = { timeout: 45 * 60_000, killSignal: 'SIGKILL' }
const PAGE = join(root, 'docs', 'faults.md')
/** Waits five minutes for a first token, which disturbs nobody meanwhile. */
const WAITING = 'test/faults/u2-late.test.ts'
/** Experiments on parts alone, which have nothing to wait for. */
const PARTS = ['src/metering/journal/disk-faults.test.ts', 'src/metering/limits/limits.model.test.ts']

/** Runs the experiments of docs/faults.md in their long form; `--report` writes what they reached into that page. */
export async function faults(args) {
  await install()
  const folder = mkdtempSync(join(tmpdir(), 'yumen-faults-'))
  const file = join(folder, 'figures.jsonl')
  writeFileSync(file, '')
  const options = { ...LIMIT, env: environment({ YUMEN_FAULTS: 'long', YUMEN_FAULTS_FIGURES: file }) }
  const vitest = (project, ...flags) =>
    run(nodePath(), [toolPath('vitest'), 'run', '--project', project, ...flags], options)
  try {
    const codes = await Promise.all([vitest('faults', 'test/faults', '--exclude', WAITING), vitest('faults', WAITING)])
    codes.push(await vitest('unit', ...PARTS))
    if (args.includes('--report')) report(readFileSync(file, 'utf8'))
    return Math.max(...codes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(lines) {
  const figures = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const where = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cores()} cores`
  writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), figures, where))
  say(`✓ ${PAGE}`)
}

/** The page with the last column of its table and the line above it written anew; experiments that were not run keep theirs. */
export function withFigures(page, figures, where) {
  return page
    .split('\n')
    .map((line) => {
      if (line.startsWith('Measured: ')) return `Measured: ${where}.`
      const id = /^\| ([A-Z]\d+) \|/.exec(line)?.[1]
      const reached = figures.filter((figure) => figure.id === id).map(({ text }) => text.replaceAll('|', '\\|'))
      return reached.length === 0 ? line : `${line.split(' | ').slice(0, 3).join(' | ')} | ${reached.join('<br>')} |`
    })
    .join('\n')
}
