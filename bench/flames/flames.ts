import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchGateway } from '../gateway.ts'
import { untilQuiet } from '../process.ts'
import type { Scenario, Stage } from '../stage.ts'
import { stacksOf } from './stacks.ts'
import { svgOf } from './svg.ts'

const SAMPLER = new URL('./sampler.ts', import.meta.url)
const DRAWN = 'docs/images/flames'

/** What node is given so that a gateway can be sampled, its threads' profiles going into a folder. */
export function samplerFlags(folder: string): string[] {
  const address = pathToFileURL(SAMPLER.pathname)
  address.searchParams.set('into', folder)
  return ['--import', address.href]
}

/** Plays a scenario for the gateway alone, once to have its code compiled and once sampled, and draws what was called. */
export async function drawFlames(name: string, scenario: Scenario, stage: Stage): Promise<string> {
  const alone = { ...stage, others: [], rounds: 1 }
  await scenario(alone)
  for (const file of await profilesIn(stage.folder)) await rm(file)
  await turnSampler(stage.yumen)
  await scenario(alone)
  await turnSampler(stage.yumen)
  const threads = []
  for (const file of await profilesIn(stage.folder)) {
    const profile = JSON.parse(await readFile(file, 'utf8')) as Profiler.Profile
    threads.push(stacksOf(file.endsWith('/0.json') ? 'the thread that has the streams' : 'a thread beside it', profile))
  }
  threads.sort((a, b) => b.us - a.us)
  await mkdir(DRAWN, { recursive: true })
  const file = join(DRAWN, `${name}.svg`)
  await writeFile(file, svgOf(`${name}: samples of ${process.version}, what waited left out`, threads))
  return file
}

async function turnSampler({ pid }: BenchGateway): Promise<void> {
  process.kill(pid, 'SIGUSR2')
  await untilQuiet(pid)
}

async function profilesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).map((name) => join(folder, name))
}
