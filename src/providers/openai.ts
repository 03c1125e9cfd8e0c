import type { Descriptor } from './provider.ts'

/** OpenAI: base URLs and protocols of its public API. */
export const openai: Descriptor = {
  id: 'openai',
  name: { zh: 'OpenAI', en: 'OpenAI' },
  website: 'https://openai.com',
  keysUrl: 'https://platform.openai.com/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      capabilities: [
        'chat',
        'responses',
        'completions',
        'embeddings',
        'images',
        'audio',
        'realtime',
        'moderations',
        'files',
        'batches',
      ],
    },
  ],
  customBase: false,
  allowPrivate: false,
}
