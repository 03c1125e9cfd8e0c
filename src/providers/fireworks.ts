import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Fireworks AI: base URLs and protocols of its public API. */
export const fireworks: Descriptor = {
  id: 'fireworks',
  name: { zh: 'Fireworks AI', en: 'Fireworks AI' },
  website: 'https://fireworks.ai',
  keysUrl: 'https://app.fireworks.ai/settings/users/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.fireworks.ai/inference/v1',
      capabilities: ['chat', 'completions', 'embeddings'],
      quirks: { ...COMPATIBLE, efforts: ['none', 'low', 'medium', 'high'] },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.fireworks.ai/inference', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: false,
  allowPrivate: false,
}
