import { createHash } from 'node:crypto'
import { hmac } from '../../vault/hmac.ts'

/** An access key of AWS; the token is there when the key is a temporary one. */
type AwsKey = { id: string; secret: string; token: string | null }

/** What is signed: the call as it goes out, and for whom. */
export type AwsCall = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Uint8Array | null
  key: AwsKey
  region: string
  service: string
  /** Epoch milliseconds. */
  now: number
}

/** The access key a credential holds as `id:secret[:session token]`; null when it is something else, such as an API key. */
export function awsKeyOf(credential: string): AwsKey | null {
  const [, id, secret, token] = /^([A-Z0-9]{16,128}):([^:\s]+)(?::(\S+))?$/.exec(credential) ?? []
  return id === undefined || secret === undefined ? null : { id, secret, token: token ?? null }
}

/** The headers that sign a call by AWS Signature Version 4 (AWS IAM User Guide, "Create a signed AWS API request"). */
export function awsSignature(call: AwsCall): Record<string, string> {
  const { key, region, service, url, headers, body } = call
  const time = new Date(call.now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const own = { 'x-amz-date': time, ...(key.token !== null && { 'x-amz-security-token': key.token }) }
  const signed = Object.entries({ ...signable(headers), host: url.host, ...own })
    .map(([name, value]) => [name, value.trim().replaceAll(/ +/g, ' ')] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    call.method,
    url.pathname.split('/').map(encoded).join('/'),
    queryOf(url),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    hexHash(body ?? ''),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hexHash(canonical)].join('\n')
  const signingKey = [day, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${key.secret}`))
  const signature = hmac(signingKey, text).toString('hex')
  return {
    ...own,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** Proxies on the way may touch any other header. */
function signable(headers: Readonly<Record<string, string>>): Record<string, string> {
  const type = headers['content-type']
  return type === undefined ? {} : { 'content-type': type }
}

function queryOf({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
}

/** RFC 3986: everything but letters, digits and `-_.~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function hexHash(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
