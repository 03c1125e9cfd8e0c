import type { Descriptor } from './provider.ts'

/** Azure OpenAI, and Claude of the same Foundry resource: the operator fills in which. */
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
    // Claude; there is no list of models, and no batches (platform.claude.com, Claude in Microsoft Foundry).
    {
      dialect: 'anthropic',
      baseUrl: 'https://{resource}.services.ai.azure.com/anthropic',
      capabilities: ['messages'],
      unlisted: true,
    },
  ],
  customBase: true,
  allowPrivate: false,
}
