import type { Descriptor } from './provider.ts'

/** Anthropic: base URLs and protocols of its public API. */
export const anthropic: Descriptor = {
  id: 'anthropic',
  name: { zh: 'Anthropic', en: 'Anthropic' },
  website: 'https://www.anthropic.com',
  keysUrl: 'https://console.anthropic.com/settings/keys',
  endpoints: [
    {
      dialect: 'anthropic',
      baseUrl: 'https://api.anthropic.com',
      capabilities: ['messages', 'files', 'batches'],
    },
  ],
  // https://platform.claude.com/docs/en/api/rate-limits: Fable 5.x, Opus 4.x and Sonnet 4.x have one limit each; a name with a date is the same model.
  limitsFamilies: true,
  customBase: false,
  allowPrivate: false,
}
