import type { Descriptor } from './provider.ts'

/** Anthropic: base URLs and protocols of its public API. */
export const anthropic: Descriptor = {
  id: 'anthropic',
  name: { zh: 'Anthropic', en: 'Anthropic' },
  website: 'https://www.anthropic.com',
  keysUrl: 'https://console.anthropic.com/settings/keys',
  endpoints: [{ dialect: 'anthropic', baseUrl: 'https://api.anthropic.com', capabilities: ['messages', 'batches'] }],
  customBase: false,
  allowPrivate: false,
}
