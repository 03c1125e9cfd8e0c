import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Seals texts for rest. `aad` says where a text belongs; opened with another `aad`, or changed at all, it throws. */
export type Envelope = {
  seal(plain: string, aad: string): string
  open(sealed: string, aad: string): string
  /** The HMAC-SHA-256 of a text as base64url, by a key that is made for nothing else. */
  mac: (text: string) => string
}

/** An envelope over AES-256-GCM with a 32-byte key; a sealed text reads `v1.<key id>.<base64url of iv, tag and ciphertext>`. */
export function createEnvelope(key: Buffer, keyId: string): Envelope {
  const macKey = Buffer.from(hkdfSync('sha256', key, keyId, 'yumen:mac', key.length))
  return {
    seal: (plain, aad) => `v1.${keyId}.${encrypt(key, Buffer.from(plain), bound(keyId, aad)).toString('base64url')}`,
    open: (sealed, aad) => {
      const [version, id, body, ...rest] = sealed.split('.')
      if (version !== 'v1' || id !== keyId || body === undefined || rest.length > 0) {
        throw new Error('This text was not sealed with the present data key.')
      }
      const bytes = Buffer.from(body, 'base64url')
      // Node reads base64 leniently; only the one way `seal` writes it counts as unchanged.
      if (bytes.toString('base64url') !== body) throw new Error('The sealed text was changed.')
      return decrypt(key, bytes, bound(keyId, aad)).toString()
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest('base64url'),
  }
}

/** AES-256-GCM: a fresh iv, the tag and the ciphertext in one buffer. */
export function encrypt(key: Buffer, plain: Buffer, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Opens what `encrypt` made; throws when the key, the aad or any byte is another. */
export function decrypt(key: Buffer, sealed: Buffer, aad: string): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Error('The sealed text is too short.')
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new Error('The sealed text was changed, moved, or sealed with another key.', { cause })
  }
}

function bound(keyId: string, aad: string): string {
  return JSON.stringify([keyId, aad])
}
