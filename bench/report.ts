import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { tableOf, type Row } from './row.ts'

const BEGIN = '<!-- npm run bench -- --report writes from here … -->'
const END = '<!-- … to here -->'

/** The page with the measured part written anew; throws when its marks are gone. */
export function withFigures(page: string, measured: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error('the page has lost the marks between which figures are written')
  return `${page.slice(0, from + BEGIN.length)}\n${measured}\n${page.slice(to)}`
}

type Run = {
  rows: readonly Row[]
  rounds: number
  seconds: number
  peers: readonly string[]
  loadBefore: number
}

/** What was measured, where and with what, in Markdown. */
export function measuredOf({ rows, rounds, seconds, peers, loadBefore }: Run): string {
  const [first] = cpus()
  const gib = (totalmem() / 2 ** 30).toFixed(0)
  const load = (value: number) => value.toFixed(1)
  return [
    `Measured: ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${first?.model ?? 'an unknown processor'}, ${gib} GiB, Linux ${release()}.`,
    `With: ${['Node ' + process.versions.node, versionOf('nginx', '-v'), versionOf('wrk', '-v'), ...peers].join(', ')}; ${rounds} rounds of ${seconds} s.`,
    `Processes that wanted a core when it began and when it ended (the machine is its own only below 1 at the beginning): ${load(loadBefore)}, ${load(loadavg()[0] ?? 0)}.`,
    '',
    tableOf(rows),
  ].join('\n')
}

/** The name and version a program tells, on whichever stream. */
function versionOf(program: string, flag: string): string {
  const told = execFileSync('sh', ['-c', `${program} ${flag} 2>&1 || true`]).toString()
  return `${program} ${/\d+\.\d+[.\d]*/.exec(told)?.[0] ?? 'of an unknown version'}`
}
