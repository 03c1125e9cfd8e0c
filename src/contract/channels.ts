import { z } from 'zod'
import { email } from './common.ts'

const url = z.url({ protocol: /^https?$/ }).max(2000)
const secret = z.string().min(1).max(1000)

/** What each kind of channel is set up with; what is secret goes in and never comes out. */
export const CHANNEL_FIELDS = {
  webhook: { config: z.strictObject({}), secrets: z.strictObject({ url, signing_key: secret.optional() }) },
  email: {
    config: z.strictObject({
      host: z.string().trim().min(1).max(255),
      port: z.int().min(1).max(65_535).default(465),
      /** `tls` from the first byte, `starttls` after a greeting in the clear, `none` only for a server of one’s own. */
      security: z.enum(['tls', 'starttls', 'none']).default('tls'),
      user: z.string().max(255).default(''),
      from: email,
      to: z.array(email).min(1).max(20),
    }),
    secrets: z.strictObject({ password: secret.optional() }),
  },
  feishu: { config: z.strictObject({}), secrets: z.strictObject({ url, signing_key: secret.optional() }) },
  dingtalk: { config: z.strictObject({}), secrets: z.strictObject({ url, signing_key: secret.optional() }) },
  wecom: { config: z.strictObject({}), secrets: z.strictObject({ url }) },
  telegram: {
    config: z.strictObject({ chat_id: z.string().trim().min(1).max(100) }),
    secrets: z.strictObject({ token: z.string().regex(/^\d+:[\w-]{20,}$/, 'not a bot token') }),
  },
} as const

type Fields = typeof CHANNEL_FIELDS

/** How a channel is set up, with its secrets. */
export type ChannelSetup = {
  [K in keyof Fields]: { kind: K; config: z.output<Fields[K]['config']>; secrets: z.output<Fields[K]['secrets']> }
}[keyof Fields]
