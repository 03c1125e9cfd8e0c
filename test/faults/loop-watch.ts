import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into a gateway's process ahead of it: how long its event loop stood still from SIGUSR2 on is written to a file at its end. */
const file = process.env['YUMEN_FAULTS_LOOP']
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  process.on('SIGUSR2', () => delay.enable())
  process.on('exit', () => {
    const [maxMs, p999Ms] = [delay.max / 1e6, delay.percentile(99.9) / 1e6]
    writeFileSync(file, JSON.stringify({ maxMs, p999Ms }))
  })
}
