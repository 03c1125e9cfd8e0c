import type { Descriptor } from './provider.ts'

/** Google Gemini: base URLs and protocols of its public API. */
export const gemini: Descriptor = {
  id: 'gemini',
  name: { zh: 'Google Gemini', en: 'Google Gemini' },
  website: 'https://ai.google.dev',
  keysUrl: 'https://aistudio.google.com/apikey',
  endpoints: [
    {
      dialect: 'gemini',
      baseUrl: 'https://generativelanguage.googleapis.com',
      capabilities: ['generate', 'interactions', 'embeddings', 'files'],
    },
    {
      dialect: 'openai',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
      capabilities: ['chat', 'embeddings', 'images'],
      quirks: {
        noDeveloperRole: true,
        plainFields: true,
        efforts: ['none', 'minimal', 'low', 'medium', 'high'],
        callSignatures: true,
      },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
