import type { Descriptor } from './provider.ts'

/** Xiaomi MiMo: base URLs and protocols of its public API. */
export const mimo: Descriptor = {
  id: 'mimo',
  name: { zh: '小米 MiMo', en: 'Xiaomi MiMo' },
  website: 'https://mimo.xiaomi.com',
  keysUrl: 'https://platform.xiaomimimo.com',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.xiaomimimo.com/v1',
      capabilities: ['chat', 'responses'],
      quirks: {
        noDeveloperRole: true,
        plainFields: true,
        thinking: 'thinking-type',
        efforts: [],
        replayReasoning: true,
      },
    },
    {
      dialect: 'anthropic',
      baseUrl: 'https://api.xiaomimimo.com/anthropic',
      capabilities: ['messages'],
      auth: 'bearer',
    },
  ],
  customBase: false,
  allowPrivate: false,
}
