import type { Descriptor } from './provider.ts'

/** xAI: base URLs and protocols of its public API. */
export const xai: Descriptor = {
  id: 'xai',
  name: { zh: 'xAI', en: 'xAI' },
  website: 'https://x.ai',
  keysUrl: 'https://console.x.ai',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.x.ai/v1',
      capabilities: ['chat', 'responses', 'images'],
      quirks: { noDeveloperRole: true, plainFields: true, efforts: ['low', 'medium', 'high', 'xhigh'] },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
