import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Cohere: base URLs and protocols of its public API. */
export const cohere: Descriptor = {
  id: 'cohere',
  name: { zh: 'Cohere', en: 'Cohere' },
  website: 'https://cohere.com',
  keysUrl: 'https://dashboard.cohere.com/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.cohere.ai/compatibility/v1',
      capabilities: ['chat', 'embeddings'],
      quirks: { ...COMPATIBLE, thinking: 'none' },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
