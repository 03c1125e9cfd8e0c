import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Any server that speaks a known dialect; the operator fills in everything. */
export const custom: Descriptor = {
  id: 'custom',
  name: { zh: '自定义', en: 'Custom' },
  website: null,
  keysUrl: null,
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://{host}/v1',
      capabilities: ['chat'],
      // It may be anybody's server, Mistral's too.
      quirks: { ...COMPATIBLE, seedName: 'unknown' },
    },
    { dialect: 'anthropic', baseUrl: 'https://{host}', capabilities: ['messages'] },
    { dialect: 'gemini', baseUrl: 'https://{host}', capabilities: ['generate'] },
  ],
  customBase: true,
  allowPrivate: true,
}
