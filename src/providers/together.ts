import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Together AI: base URLs and protocols of its public API. */
export const together: Descriptor = {
  id: 'together',
  name: { zh: 'Together AI', en: 'Together AI' },
  website: 'https://www.together.ai',
  keysUrl: 'https://api.together.ai/settings/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.together.ai/v1',
      capabilities: ['chat', 'completions', 'embeddings', 'images'],
      quirks: { ...COMPATIBLE, thinking: 'none' },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
