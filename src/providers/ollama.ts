import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Ollama (local): the operator fills in where it runs. */
export const ollama: Descriptor = {
  id: 'ollama',
  name: { zh: 'Ollama（本机）', en: 'Ollama (local)' },
  website: 'https://ollama.com',
  keysUrl: null,
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
      capabilities: ['chat', 'responses', 'completions', 'embeddings'],
      quirks: { ...COMPATIBLE, efforts: ['none', 'low', 'medium', 'high'] },
    },
    { dialect: 'anthropic', baseUrl: 'http://127.0.0.1:11434', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: true,
  allowPrivate: true,
}
