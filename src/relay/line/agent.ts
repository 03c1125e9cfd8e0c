import { Agent as PlainAgent, type ClientRequestArgs } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { bracketed } from '../../core/ip.ts'
import type { Line } from '../../core/line.ts'
import { connectorOver } from './connector.ts'

type Opened = (error: Error | null, socket?: Duplex) => void

/** An agent of node's own for one connection over a line, within a time: what becomes a WebSocket speaks HTTP/1.1. */
export function agentOver(
  line: Line,
  { allowPrivate, secure, withinMs }: { allowPrivate: boolean; secure: boolean; withinMs: number },
): PlainAgent {
  const connect = connectorOver({ ...line, http2: false }, allowPrivate, withinMs)
  const protocol = secure ? 'https:' : 'http:'
  const createConnection = ({ host, port }: ClientRequestArgs, opened: Opened) => {
    const hostname = host ?? ''
    // By `host` a certificate is asked for, where it is a name.
    const target = { hostname, host: bracketed(hostname), protocol, port: String(port ?? '') }
    connect(target, (error, socket) => (socket ? opened(null, socket) : opened(error)))
    return undefined
  }
  return Object.assign(secure ? new SecureAgent() : new PlainAgent(), { createConnection })
}
