import type { Reply } from '../exchange.ts'

/** The reply of an exchange that is answered in another way. */
export const NO_REPLY: Reply = {
  headersSent: false,
  socket: null,
  writeHead: () => undefined,
  write: () => true,
  end: () => undefined,
  destroy: () => undefined,
  once: () => undefined,
  off: () => undefined,
}
