import type { Contestant, Model } from './contestant.ts'
import { freePort } from '../test/e2e/free-port.ts'
import { answering, GATEWAY_CORE } from './process.ts'
import { NGINX_HEAD, startNginx, type Upstreams } from './upstream.ts'

/** The floor: nginx passing on, with buffers where an answer is there at once and without where it comes bit by bit. */
export async function startProxy(folder: string, upstreams: Upstreams): Promise<Contestant> {
  const origins = [...new Set([upstreams.small, upstreams.live].map((url) => new URL(url).host))]
  const ports = new Map<string, number>()
  for (const host of origins) ports.set(host, await freePort())
  const servers = origins.map((host, i) => {
    const buffering = host === new URL(upstreams.live).host ? 'off' : 'on'
    return ` upstream u${i} { server ${host}; keepalive 4000; }
 server { listen 127.0.0.1:${ports.get(host)} backlog=4096;
  location / { proxy_pass http://u${i}; proxy_http_version 1.1; proxy_buffering ${buffering}; proxy_set_header Connection ""; } }`
  })
  const text = `${NGINX_HEAD('proxy')}\n${servers.join('\n')} }`
  const started = await startNginx({ core: GATEWAY_CORE, folder, name: 'proxy', text })
  const call = (model: Model) => {
    const { host, pathname } = new URL(upstreams[model])
    return { url: `http://127.0.0.1:${ports.get(host)}${pathname}/chat/completions`, headers: {} }
  }
  await answering(call('small').url)
  return {
    name: 'nginx',
    pid: started.pid,
    keys: ['nobody-looks'],
    call,
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}
