import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from './contestant.ts'
import { cpuUs, LOAD_CORE, outputOf, untilQuiet } from './process.ts'

/** What a load found. `perSecond` is by the clock, `cpuUs` the processor time of a request with all that is done after its answer. */
export type Found = { perSecond: number; cpuUs: number; p50Ms: number; p99Ms: number }

type Load = { call: Call; keys: readonly string[]; body: string; callers: number; seconds: number; pid: number }

/** Sends one request after another from so many callers, with wrk on the load's core; throws when an answer was no 2xx. */
export async function load({ call, keys, body, callers, seconds, pid }: Load, folder: string): Promise<Found> {
  const [bodyFile, keyFile, script] = ['body.json', 'keys.txt', 'post.lua'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await writeFile(bodyFile, body)
  await writeFile(keyFile, keys.join('\n'))
  await writeFile(script, scriptOf(call, { bodyFile, keyFile, many: keys.length > 1 }))
  const before = await cpuUs(pid)
  const command = [
    'wrk',
    '-t1',
    `-c${callers}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '--latency',
    '-s',
    script,
    call.url,
  ]
  const told = await outputOf({ core: LOAD_CORE, command }, seconds * 1000 + 30_000)
  await untilQuiet(pid)
  const spent = (await cpuUs(pid)) - before
  const failures = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(told)
  if (failures) throw new Error(`${call.url}: ${failures[0]}`)
  const requests = Number(/(\d+) requests in/.exec(told)?.[1] ?? 0)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(told)?.[1] ?? 0),
    cpuUs: spent / requests,
    p50Ms: quantileMs(told, '50'),
    p99Ms: quantileMs(told, '99'),
  }
}

function quantileMs(told: string, mark: string): number {
  const [, figure = '0', unit = 'ms'] = new RegExp(`${mark}%\\s+([\\d.]+)(us|ms|s)`).exec(told) ?? []
  return Number(figure) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1)
}

type Files = { bodyFile: string; keyFile: string; many: boolean }

function scriptOf({ headers }: Call, { bodyFile, keyFile, many }: Files): string {
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
  return `wrk.method = "POST"
local f = io.open("${bodyFile}", "rb"); wrk.body = f:read("*a"); f:close()
wrk.headers["content-type"] = "application/json"
${lines.join('\n')}
local requests, at = {}, 0
function init()
  for key in io.lines("${keyFile}") do
    wrk.headers["authorization"] = "Bearer " .. key
    requests[#requests + 1] = wrk.format()
  end
end
${many ? 'function request() at = at % #requests + 1; return requests[at] end' : 'function request() return requests[1] end'}
`
}
