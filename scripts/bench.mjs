import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { install } from './install.mjs'
import { Refusal, cores, nodePath, run } from './runtime.mjs'

/** Twice what the whole takes, and an end if it hangs; told to end, it ends what it has started. */
const LIMIT = { timeout: 50 * 60_000, killSignal: 'SIGTERM' }
const TOOLS = ['nginx', 'wrk', 'taskset']

/** Measures the gateway beside nginx and, with `--peers`, others; `--report` writes docs/performance.md. */
export async function bench(args) {
  const missing = missingTools(process.env.PATH ?? '')
  if (process.platform !== 'linux' || missing.length > 0 || cores() < 2)
    throw new Refusal(
      `基准测试需要 Linux、两个核心和 ${TOOLS.join('、')}${missing.length > 0 ? `；缺少 ${missing.join('、')}` : ''}。\n` +
        `  The benchmark needs Linux, two cores and ${TOOLS.join(', ')}${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}.`,
    )
  await install()
  return run(nodePath(), ['bench/bench.ts', ...args], LIMIT)
}

/** The programs that no folder of a PATH has; nginx is often where only root looks. */
export function missingTools(path, tools = TOOLS) {
  const folders = [...path.split(delimiter), '/usr/sbin']
  return tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))))
}
