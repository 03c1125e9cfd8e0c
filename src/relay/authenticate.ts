import type { BlockList } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { canonicalIp } from '../core/ip.ts'
import { looksLikeUserKey } from '../vault/keys.ts'
import { blockListOf, isListed } from './block-list.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'

/** Who calls: a key in good standing and its owner. */
export type Caller = KeyEntry

type Authentication = { directory: Directory; hashKey: (key: string) => string; now: () => number }

/** Finds the caller of an exchange from memory alone: shape and checksum, HMAC, directory. Throws what is wrong with the key. */
export function authenticate(
  exchange: Pick<Exchange, 'headers' | 'said' | 'query' | 'ip'>,
  { directory, hashKey, now }: Authentication,
): Caller {
  const hash = (exchange.said.keyHash ??= keyHashIn(exchange, hashKey))
  return letIn(hash === undefined ? undefined : directory.keyByHash(hash), exchange.ip, now())
}

/** The hash of a request's key; undefined for what is none. */
function keyHashIn(
  { headers, query }: Pick<Exchange, 'headers' | 'query'>,
  hashKey: Authentication['hashKey'],
): string | undefined {
  const key = keyOf(headers, query)
  // The checksum refuses garbage before any hashing: guessing costs us nothing.
  return looksLikeUserKey(key) ? hashKey(key) : undefined
}

/** A caller who has shown their key before, as they are now; throws what stands against them. */
export function authenticateAgain(
  { hash }: Pick<Caller, 'hash'>,
  { ip }: Pick<Exchange, 'ip'>,
  { directory, now }: Pick<Authentication, 'directory' | 'now'>,
): Caller {
  return letIn(directory.keyByHash(hash), ip, now())
}

function letIn(caller: Caller | undefined, ip: string, now: number): Caller {
  if (!caller) throw new GatewayError('key_invalid')
  assertUsable(caller, now)
  return assertFrom(caller, ip)
}

/** A key that may be used from an address, as it is; throws where it may not. */
export function assertFrom(caller: Caller, ip: string): Caller {
  if (!caller.allowIps.every((blocks) => isWithin(blocks, ip))) throw new GatewayError('ip_not_allowed')
  return caller
}

/** A key in good standing, as it is; throws what stands against it. */
export function assertUsable(caller: Caller, now: number): Caller {
  const fault = keyFault(caller, now)
  if (fault) throw fault
  return caller
}

/** What stands against a key and its owner at `now`; null when nothing does. */
export function keyFault(key: KeyEntry | undefined, now: number): GatewayError | null {
  if (!key || key.status === 'revoked') return new GatewayError('key_invalid')
  if (key.status === 'disabled') return new GatewayError('key_disabled')
  if (key.userStatus !== 'active') return new GatewayError('owner_disabled')
  return key.expiresAt !== null && key.expiresAt <= now ? new GatewayError('key_expired') : null
}

/** The one key of a request, wherever the client put it (wire.md §1.0); two different ones are refused. */
function keyOf(headers: IncomingHttpHeaders, query: URLSearchParams): string {
  const { authorization, 'sec-websocket-protocol': subprotocols } = headers
  let key: string | undefined
  for (const told of linesOf(authorization)) key = oneOf(key, BEARER.exec(told)?.[1])
  for (const name of KEY_HEADERS) for (const told of linesOf(headers[name])) key = oneOf(key, told)
  if (query.size > 0) for (const found of query.getAll('key')) key = oneOf(key, found)
  key = oneOf(key, subprotocols && SUBPROTOCOL.exec(subprotocols)?.[1])
  if (key === undefined) throw new GatewayError('key_missing')
  return key.trim()
}

const BEARER = /^bearer +(\S+)$/i
const SUBPROTOCOL = /(?:^|[ ,])openai-insecure-api-key\.([\w-]+)/
const KEY_HEADERS = ['x-api-key', 'x-goog-api-key', 'api-key'] as const

const NONE: readonly string[] = []

/** A header line by line: lines of one name come as one text with commas between them (RFC 9110 §5.3), and there is no comma in a key. */
function linesOf(header: string | string[] | undefined): readonly string[] {
  if (header === undefined) return NONE
  return String(header)
    .split(',')
    .map((line) => line.trim())
}

/** The key found so far and one that may stand elsewhere as well. */
function oneOf(key: string | undefined, found: string | undefined): string | undefined {
  if (!found || found === key) return key
  if (key !== undefined) throw new GatewayError('keys_conflict')
  return found
}

/** What lists of the directory and the settings, which never change, are looked into by: to make one takes a hundred times as long as to look. */
const known = new WeakMap<readonly string[], BlockList>()

/** Whether an address is one of these, or in one of these blocks. */
export function isWithin(blocks: readonly string[], ip: string): boolean {
  const list = known.get(blocks) ?? blockListOf(blocks)
  known.set(blocks, list)
  return isListed(list, canonicalIp(ip))
}
