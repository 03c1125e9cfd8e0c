import { GATEWAY } from '../../scripts/gateway.mjs'

/** Who administers every gateway of a test or benchmark. */
export const ADMIN = { email: 'admin@yumen.test', password: 'correct horse battery staple' }

/** The settings of such a gateway over a folder, on a free port. */
export function settingsFor(dataDir: string): Record<string, string> {
  return {
    PORT: '0',
    YUMEN_DATA: dataDir,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  }
}

/** What a program under test has of the environment of whoever runs it: none of their own gateway's settings, nor node's. */
export const CLEAN_ENV = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }

/** The whole environment of a gateway in a process of its own, as `npm start` gives it. */
export function processEnv(dataDir: string): Record<string, string> {
  return { ...CLEAN_ENV, ...GATEWAY.env, ...settingsFor(dataDir) }
}
