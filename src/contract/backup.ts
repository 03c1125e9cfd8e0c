import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { consent } from './limits.ts'

export const adminBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backup',
  who: 'admin',
  summary: 'A copy of the embedded database as one file, checked before it is sent; the master key is not in it. Takes the own password.',
  body: z.strictObject(consent),
  answer: z.string(),
  file: true,
})
