import { COMPATIBLE, type Descriptor } from './provider.ts'

/** NVIDIA: base URLs and protocols of its public API. */
export const nvidia: Descriptor = {
  id: 'nvidia',
  name: { zh: 'NVIDIA', en: 'NVIDIA' },
  website: 'https://build.nvidia.com',
  keysUrl: 'https://build.nvidia.com/settings',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://integrate.api.nvidia.com/v1',
      capabilities: ['chat', 'embeddings'],
      quirks: { ...COMPATIBLE, thinking: 'none' },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
