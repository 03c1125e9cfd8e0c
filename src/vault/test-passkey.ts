import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const UP = 0x01
const UV = 0x04
const WITH_CREDENTIAL = 0x40

/** How an authenticator of a test answers; the rest is what a good one does. */
export type Answering = {
  challenge: string
  origin: string
  /** The host it answers for, where a bad browser lets it answer for another. */
  host?: string
  /** Whether its owner was verified. */
  verified?: boolean
  counter?: number
  userHandle?: string
}

/** An authenticator with one passkey (ES256), which it makes and shows as browsers hand it over. */
export function testPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0
  let owner = ''
  // COSE (RFC 9053): a map of key type 2, algorithm -7, curve 1 and the two coordinates.
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const authData = (how: Answering, flags: number, more = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(how.counter ?? (uses += 1))
    const host = how.host ?? new URL(how.origin).hostname
    const flag = flags | UP | (how.verified === false ? 0 : UV)
    return Buffer.concat([sha256(host), Buffer.from([flag]), counter, more])
  }
  const whole = <R extends object>(response: R) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })
  return {
    id,
    /** The answer to a question for a new passkey; `userHandle` is kept as its owner. */
    made: (how: Answering) => {
      owner = how.userHandle ?? ''
      const length = Buffer.from([0, credentialId.length])
      const data = authData(how, WITH_CREDENTIAL, Buffer.concat([Buffer.alloc(16), length, credentialId, cose]))
      return whole({
        clientDataJSON: clientData('webauthn.create', how),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** The answer to a question for any passkey of the host. */
    shown: (how: Answering) => {
      const data = authData(how, 0)
      const clientDataJSON = clientData('webauthn.get', how)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      return whole({
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: how.userHandle ?? owner,
      })
    },
  }
}

function clientData(type: string, { challenge, origin }: Answering): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
  return Buffer.concat([head, length, authData])
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
