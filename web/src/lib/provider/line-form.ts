import { z } from 'zod'
import { adminCreateProvider } from '../../../../src/contract/providers.ts'

const fields = adminCreateProvider.body.shape

/** The inputs for a way out; what is empty is not there. A proxy is as it is shown until somebody types another. */
export const lineForm = z.object({
  proxy: fields.proxy.unwrap().unwrap().or(z.literal('')),
  ca: z.string().max(64_000),
  http2: z.boolean(),
})
export type LineForm = z.input<typeof lineForm>

/** Nothing between here and the provider. */
export const STRAIGHT: LineForm = { proxy: '', ca: '', http2: false }

/** A way out as it is sent: what is empty is taken away; a proxy sent back as it is shown keeps the user and password it has. */
export function lineInput({ proxy, ca, http2 }: LineForm): {
  proxy: string | null
  ca: string | null
  http2: boolean
} {
  return { proxy: proxy.trim() || null, ca: ca.trim() || null, http2 }
}
