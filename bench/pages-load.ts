// Reads what the usage pages ask for, one call after another as a browser's tab does, for so long: a line `<ms> <path>` for each.
//   node bench/pages-load.ts '{ origin, email, password, seconds }'
import { login, type Tokens } from '../src/contract/auth.ts'
import { adminUsage, DIMENSIONS } from '../src/contract/usage.ts'
import { DAY_MS, HOUR_MS, iso } from '../src/core/time.ts'

type Job = { origin: string; email: string; password: string; seconds: number }

const { origin, email, password, seconds } = JSON.parse(process.argv[2] ?? '') as Job
/** Nobody waits longer: such a call counts as having taken this. */
const LONGEST_MS = 20_000
const signal = () => AbortSignal.timeout(LONGEST_MS)
const signedIn = await fetch(origin + login.path, {
  method: login.method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
  signal: signal(),
})
const { access_token: token } = (await signedIn.json()) as Tokens

/** The ranges the pages offer, from a day to the longest. */
const RANGES = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 90 * DAY_MS]

/** What the usage page asks for when it opens over a range, and when its cards are used. */
function pagesOf(rangeMs: number, now: number): string[] {
  const period = `from=${iso(now - rangeMs)}&to=${iso(now)}&tz=Asia/Shanghai`
  const bucket = rangeMs > 2 * DAY_MS ? 'day' : 'hour'
  return [
    `${adminUsage.summary.path}?${period}`,
    `${adminUsage.series.path}?${period}&by=model&bucket=${bucket}`,
    `${adminUsage.series.path}?${period}&by=status&bucket=${bucket}`,
    ...DIMENSIONS.map((by) => `${adminUsage.breakdown.path}?${period}&by=${by}`),
    `${adminUsage.heatmap.path}?${period}`,
    `${adminUsage.errors.path}?${period}`,
    `${adminUsage.requests.path}?${period}&limit=50`,
  ]
}

async function read(path: string): Promise<void> {
  const begun = performance.now()
  try {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` }, signal: signal() })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error
  }
  process.stdout.write(`${(performance.now() - begun).toFixed(2)} ${path.split('?')[0]}\n`)
}

/** The data ends with the day before today; each turn asks for an hour earlier, so that nothing is asked for twice. */
function* calls(): Generator<string> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let turn = 0; ; turn += 1) for (const range of RANGES) yield* pagesOf(range, today - turn * HOUR_MS)
}

const until = performance.now() + seconds * 1000
for (const path of calls()) {
  if (performance.now() > until) break
  await read(path)
}
