import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../core/time.ts'
import type { Mail } from './channels.ts'

/** Opens a connection to a server that may be reached. */
type Dial = (where: { host: string; port: number; allowPrivate: boolean }) => Promise<Socket>

const PATIENCE_MS = 15 * SECOND_MS

/** Hands an e-mail to its server, over a connection that somebody else opens. */
export async function sendMail({ server, from, to, subject, text }: Mail, allowPrivate: boolean, dial: Dial) {
  const { host, port, security, user, password } = server
  const connection = await dial({ host, port, allowPrivate })
  const transport = createTransport({
    connection,
    host,
    port,
    // A socket that is there is taken over as it is, and secured from the first byte where that is wanted.
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    ...(user !== '' && { auth: { user, pass: password } }),
  })
  try {
    await transport.sendMail({ from, to: [...to], subject, text, disableFileAccess: true, disableUrlAccess: true })
  } finally {
    transport.close()
    connection.destroy()
  }
}
