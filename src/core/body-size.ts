import { GatewayError } from './errors.ts'

/** The refusal of a body that is larger than so many bytes. */
export function bodyTooLarge(mostBytes: number): GatewayError {
  return new GatewayError('body_too_large', { limit: `${Math.floor(mostBytes / 1024 / 1024)} MiB` })
}
