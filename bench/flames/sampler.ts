// Preloaded (`--import`) into each thread of a gateway that is to be profiled: SIGUSR2 begins the samples of all its threads, and
// another one ends them and writes a V8 profile of each into the folder that this module's address names (`?into=…`).
import { writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads'

const EVERY_US = 1000

const folder = new URL(import.meta.url).searchParams.get('into') ?? '.'
const session = new Session()
session.connect()
let sampling = false

async function turn(): Promise<void> {
  sampling = !sampling
  if (sampling) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: EVERY_US })
    return session.post('Profiler.start')
  }
  const { profile } = await session.post('Profiler.stop')
  await writeFile(join(folder, `${threadId}.json`), JSON.stringify(profile))
}

const others = new BroadcastChannel('yumen-bench-sampler')
others.unref()
others.onmessage = () => void turn()
if (isMainThread)
  process.on('SIGUSR2', () => {
    others.postMessage(null)
    void turn()
  })
