import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOAD_CORE, outputOf } from './process.ts'

/** What a load found: requests a second, milliseconds of the half and of the slowest hundredth, answers that were no 2xx. */
export type Found = { perSecond: number; p50Ms: number; p99Ms: number; failures: number }

export type Load = { url: string; key: string; body: string; callers: number; seconds: number; folder: string }

/** Sends one request after another from so many callers, with wrk on the load's core. */
export async function load({ url, key, body, callers, seconds, folder }: Load): Promise<Found> {
  const file = join(folder, 'body.json')
  const script = join(folder, 'post.lua')
  await writeFile(file, body)
  await writeFile(
    script,
    `wrk.method = "POST"
local f = io.open("${file}", "rb"); wrk.body = f:read("*a")
wrk.headers["content-type"] = "application/json"; wrk.headers["authorization"] = "Bearer ${key}"`,
  )
  const told = await outputOf(LOAD_CORE, [
    'wrk',
    '-t1',
    `-c${callers}`,
    `-d${seconds}s`,
    '--latency',
    '-s',
    script,
    url,
  ])
  const ms = (mark: string) => {
    const [, figure = '0', unit = 'ms'] = new RegExp(`${mark}%\\s+([\\d.]+)(us|ms|s)`).exec(told) ?? []
    return Number(figure) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1)
  }
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1] ?? 0),
    p50Ms: ms('50'),
    p99Ms: ms('99'),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(told)?.[1] ?? 0),
  }
}
