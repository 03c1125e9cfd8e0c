import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Mistral AI: base URLs and protocols of its public API. */
export const mistral: Descriptor = {
  id: 'mistral',
  name: { zh: 'Mistral AI', en: 'Mistral AI' },
  website: 'https://mistral.ai',
  keysUrl: 'https://console.mistral.ai/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.mistral.ai/v1',
      capabilities: ['chat', 'embeddings', 'moderations'],
      quirks: {
        ...COMPATIBLE,
        thinking: 'none',
        shortToolIds: true,
        cacheKeys: true,
        strictFormats: true,
        seedName: 'random_seed',
      },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
