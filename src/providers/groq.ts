import type { Descriptor } from './provider.ts'

/** Groq: base URLs and protocols of its public API. */
export const groq: Descriptor = {
  id: 'groq',
  name: { zh: 'Groq', en: 'Groq' },
  website: 'https://groq.com',
  keysUrl: 'https://console.groq.com/keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.groq.com/openai/v1',
      capabilities: ['chat', 'responses', 'audio', 'files', 'batches'],
      quirks: {
        noDeveloperRole: true,
        firstSystem: true,
        plainFields: true,
        efforts: ['low', 'medium', 'high'],
        // Older Qwen take but `none` and `default` (console.groq.com, reasoning).
        effortsOf: [
          [/qwen3(?:-|\.6)/, []],
          [/qwen3/, ['none', 'low', 'medium', 'high']],
        ],
      },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
