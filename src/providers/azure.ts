import type { Descriptor } from './provider.ts'

/** Azure OpenAI: the operator fills in where it runs. */
export const azure: Descriptor = {
  id: 'azure',
  name: { zh: 'Azure OpenAI', en: 'Azure OpenAI' },
  website: 'https://azure.microsoft.com/products/ai-foundry',
  keysUrl: 'https://ai.azure.com',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://{resource}.openai.azure.com/openai/v1',
      capabilities: ['chat', 'responses', 'embeddings', 'images', 'audio', 'realtime', 'files', 'batches'],
      auth: 'api-key',
    },
  ],
  customBase: true,
  allowPrivate: false,
}
