import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answering, GATEWAY_CORE, LOAD_CORE, type Started, startOn } from './process.ts'

const REPLY = JSON.stringify({
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

/** A stream of 200 events as vendors write them, with its usage and its end. */
function burst(): string {
  const chunk = (rest: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest })}\n\n`
  const events = Array.from({ length: 200 }, (_, i) =>
    chunk({ choices: [{ index: 0, delta: { content: `word${i} ` }, finish_reason: null }] }),
  )
  const usage = { prompt_tokens: 19, completion_tokens: 200, total_tokens: 219 }
  return [
    ...events,
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('')
}

export const UPSTREAM_PORT = 19100
export const PROXY_PORT = 19101
export const PACED_PORT = 19120

const head = (name: string) => `worker_processes 1; daemon off; pid ${name}.pid; error_log ${name}.err;
events { worker_connections 4096; }
http { access_log off; keepalive_requests 100000000; keepalive_timeout 300; client_body_buffer_size 2m; client_max_body_size 20m;`

/** Two nginx: one that answers like a vendor, on the load's core, and one that only passes on, where the gateway runs. */
export async function startNginx(folder: string): Promise<{ upstream: Started; proxy: Started }> {
  await mkdir(join(folder, 'www'), { recursive: true })
  await writeFile(join(folder, 'www', 'stream.sse'), burst())
  await writeFile(
    join(folder, 'upstream.conf'),
    `${head('upstream')}
 server { listen 127.0.0.1:${UPSTREAM_PORT} backlog=4096; root ./www;
  location = /v1/chat/completions { default_type application/json; return 200 '${REPLY}'; }
  location = /stream/v1/chat/completions { error_page 405 =200 /stream.sse; return 405; }
  location = /stream.sse { types {} default_type text/event-stream; } } }`,
  )
  const passTo = (port: number) =>
    `upstream u${port} { server 127.0.0.1:${port}; keepalive 2000; }
 server { listen 127.0.0.1:${port === PACED_PORT ? PROXY_PORT + 1 : PROXY_PORT} backlog=4096;
  location / { proxy_pass http://u${port}; proxy_http_version 1.1; proxy_buffering ${port === PACED_PORT ? 'off' : 'on'}; proxy_set_header Connection ""; } }`
  await writeFile(join(folder, 'proxy.conf'), `${head('proxy')}\n ${passTo(UPSTREAM_PORT)}\n ${passTo(PACED_PORT)} }`)
  const start = (core: number, name: string) =>
    startOn(core, ['nginx', '-p', folder, '-c', join(folder, `${name}.conf`), '-e', join(folder, `${name}.err`)])
  const upstream = start(LOAD_CORE, 'upstream')
  const proxy = start(GATEWAY_CORE, 'proxy')
  await answering(`http://127.0.0.1:${UPSTREAM_PORT}/stream.sse`)
  await answering(`http://127.0.0.1:${PROXY_PORT}/stream.sse`)
  return { upstream, proxy }
}
