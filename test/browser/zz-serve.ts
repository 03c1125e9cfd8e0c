import { startYumen } from './yumen.ts'
import { writeFileSync } from 'node:fs'
const demo = await startYumen(['--demo'])
const empty = await startYumen([], { ADMIN_PASSWORD: 'only-for-pictures' })
writeFileSync('/tmp/w/cat/servers.json', JSON.stringify({ demo: { origin: demo.origin, admin: demo.admin }, empty: { origin: empty.origin, admin: empty.admin } }))
await new Promise<void>((r) => process.once('SIGTERM', () => r()))
await demo[Symbol.asyncDispose](); await empty[Symbol.asyncDispose]()
