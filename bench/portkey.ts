import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Contestant, Model } from './contestant.ts'
import { freePort } from '../test/e2e/free-port.ts'
import { answering, GATEWAY_CORE, startOn } from './process.ts'
import type { Upstreams } from './upstream.ts'

export const PORTKEY = '@portkey-ai/gateway@1.15.2'

const INSTALL_MS = 240_000

/** Portkey's gateway, from its npm package in a folder that goes away with the benchmark; nothing of it is a dependency. */
export async function startPortkey(folder: string, upstreams: Upstreams): Promise<Contestant> {
  const at = join(folder, 'portkey')
  await mkdir(at)
  // Its scripts are nobody's that we know.
  const flags = ['--prefix', at, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', ...flags, PORTKEY], { timeout: INSTALL_MS })
  const port = await freePort()
  const file = join(at, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const started = startOn({
    core: GATEWAY_CORE,
    command: [process.execPath, file, `--port=${port}`, '--headless'],
    // It passes on to addresses of its own machine only where it is told to.
    env: { NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
  })
  started.child.stdout?.resume()
  const origin = `http://127.0.0.1:${port}`
  await answering(origin)
  const call = (model: Model) => ({
    url: `${origin}/v1/chat/completions`,
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': upstreams[model] },
  })
  return {
    name: 'portkey',
    pid: started.pid,
    keys: ['nobody-looks'],
    call,
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}
