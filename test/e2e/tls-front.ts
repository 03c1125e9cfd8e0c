import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'

/** TLS in front of a plain server, as a reverse proxy is: for clients that speak to nothing else. */
export type TlsFront = AsyncDisposable & { origin: string; certificate: string }

/** Starts one, with a certificate for `localhost` that it signs itself. */
export async function startTlsFront(plainOrigin: string): Promise<TlsFront> {
  const { hostname, port } = new URL(plainOrigin)
  const { certificate, key } = selfSigned()
  const server = createServer({ key, cert: certificate }, (outer) => {
    const inner = connect(Number(port), hostname)
    outer.pipe(inner).pipe(outer)
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
    outer.on('close', () => inner.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    certificate,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')

/** An X.509 certificate (RFC 5280) of the smallest kind. */
function selfSigned(): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, Buffer.from('localhost')))))
  const day = (offset: number) => {
    const digits = new Date(Date.now() + offset).toISOString().replaceAll(/\D/g, '')
    return tlv(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
  }
  const names = tlv(0x30, tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])))
  const algorithm = tlv(0x30, ECDSA_SHA256)
  const told = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    name,
    tlv(0x30, day(-DAY_MS), day(DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, tlv(0x30, ALTERNATIVE_NAME, tlv(0x04, names)))),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', told, privateKey))
  const body = tlv(0x30, told, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A value of ASN.1 in DER: tag, length, contents. */
function tlv(tag: number, ...contents: Uint8Array[]): Buffer {
  const value = Buffer.concat(contents)
  const { length } = value
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}
