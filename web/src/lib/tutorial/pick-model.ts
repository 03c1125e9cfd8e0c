import type { Client } from './clients.ts'

/** The first of the wanted models that is offered, else one the client was made for, else the first. */
export function pickModel(
  offered: readonly string[],
  wanted: readonly (string | undefined)[],
  client: Pick<Client, 'likes'> | undefined,
): string | undefined {
  const found = wanted.find((id) => id !== undefined && offered.includes(id))
  return found ?? offered.find((id) => client?.likes.test(id)) ?? offered[0]
}
