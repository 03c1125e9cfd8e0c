import type { Descriptor } from './provider.ts'

/** The built-in demo provider, which answers without a vendor's key; its port is known once it runs (`--demo`). */
export const demo: Descriptor = {
  id: 'demo',
  name: { zh: '内置演示', en: 'Built-in demo' },
  website: null,
  keysUrl: null,
  endpoints: [
    { dialect: 'openai', baseUrl: 'http://127.0.0.1:{port}/v1', capabilities: ['chat', 'responses'] },
    { dialect: 'anthropic', baseUrl: 'http://127.0.0.1:{port}', capabilities: ['messages'] },
    { dialect: 'gemini', baseUrl: 'http://127.0.0.1:{port}', capabilities: ['generate', 'interactions'] },
  ],
  customBase: true,
  allowPrivate: true,
}
