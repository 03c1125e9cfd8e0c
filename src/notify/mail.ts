import type { Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { SECOND_MS } from '../core/time.ts'
import type { Mail } from './channels.ts'

/** Opens a connection to a server that may be reached. */
type Dial = (where: { host: string; port: number; allowPrivate: boolean }) => Promise<Socket>

const PATIENCE_MS = 15 * SECOND_MS
/** For all of a mail: a server that says a word now and then is no better than one that says nothing. */
const MAIL_MS = 60 * SECOND_MS

/** Hands an e-mail to its server, over a connection that somebody else opens, within a minute; rejects with a `code`. */
export async function sendMail(
  { server, from, to, subject, text }: Mail,
  allowPrivate: boolean,
  dial: Dial,
  withinMs = MAIL_MS,
) {
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
  const late = Promise.withResolvers<never>()
  const tooLate = () => late.reject(Object.assign(new Error('the mail server takes too long'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(tooLate, withinMs)
  const mail = { from, to: [...to], subject, text, disableFileAccess: true, disableUrlAccess: true }
  try {
    await Promise.race([transport.sendMail(mail), late.promise])
  } finally {
    clearTimeout(timer)
    transport.close()
    connection.destroy()
  }
}
