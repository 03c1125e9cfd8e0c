import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../test/e2e/free-port.ts'
import { answering, firstLineOf, LOAD_CORE, type Started, startOn } from './process.ts'

/** What the vendor of the benchmark answers where nothing is streamed: about a kilobyte. */
export const REPLY = JSON.stringify({
  id: 'chatcmpl-abc123',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: `Hello! ${'A reply of some length, as real ones have. '.repeat(12)}` },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
})

const BURST_EVENTS = 200

/** A stream of 200 events as vendors write them, with its usage and its end. */
export const BURST = burst()

function burst(): string {
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest })}\n\n`
  const events = Array.from({ length: BURST_EVENTS }, (_, i) =>
    chunk({ choices: [{ index: 0, delta: { content: `word${i} ` }, finish_reason: null }] }),
  )
  const usage = { prompt_tokens: 19, completion_tokens: BURST_EVENTS, total_tokens: 19 + BURST_EVENTS }
  return [
    ...events,
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('')
}

/** Where each kind of answer is had, up to and with `/v1`: what an operator would write as a provider's address. */
export type Upstreams = { small: string; burst: string; live: string; slow: string }

/** An nginx in one process, so that its processor time is that of its pid. */
export const NGINX_HEAD = (name: string) => `worker_processes 1; daemon off; master_process off;
pid ${name}.pid; error_log ${name}.err;
events { worker_connections 8192; }
http { access_log off; keepalive_requests 100000000; keepalive_timeout 300; client_body_buffer_size 2m; client_max_body_size 20m;`

/** Starts nginx over a folder with a configuration of its own. */
export async function startNginx(at: { core: number; folder: string; name: string; text: string }): Promise<Started> {
  const file = join(at.folder, `${at.name}.conf`)
  await writeFile(file, at.text)
  const log = join(at.folder, `${at.name}.err`)
  return startOn({ core: at.core, command: ['nginx', '-p', at.folder, '-c', file, '-e', log] })
}

/** Two vendors, each a process of its own: nginx for answers that are there at once, and one of Node for live streams. */
export async function startUpstreams(folder: string): Promise<AsyncDisposable & Upstreams> {
  await using life = new AsyncDisposableStack()
  await mkdir(join(folder, 'www'), { recursive: true })
  await writeFile(join(folder, 'www', 'stream.sse'), BURST)
  const port = await freePort()
  const text = `${NGINX_HEAD('upstream')}
 server { listen 127.0.0.1:${port} backlog=4096; root ./www;
  location = /v1/chat/completions { default_type application/json; return 200 '${REPLY}'; }
  location = /stream/v1/chat/completions { error_page 405 =200 /stream.sse; return 405; }
  location = /stream.sse { types {} default_type text/event-stream; } } }`
  life.use(await startNginx({ core: LOAD_CORE, folder, name: 'upstream', text }))
  const at = `http://127.0.0.1:${port}`
  await answering(`${at}/stream.sse`)
  const paced = life.use(startOn({ core: LOAD_CORE, command: [process.execPath, 'bench/paced.ts'] }))
  const pacedAt = await firstLineOf(paced)
  const owned = life.move()
  return {
    small: `${at}/v1`,
    burst: `${at}/stream/v1`,
    live: `${pacedAt}/live/v1`,
    slow: `${pacedAt}/slow/v1`,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
