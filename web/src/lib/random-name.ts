/** A name nobody has given before, 32 hex digits. Works on plain HTTP too, where `randomUUID` is not there. */
export function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
