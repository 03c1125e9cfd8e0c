import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

// In development the console runs on its own port and hands everything that is not its own to the server.
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

// The server makes JSON Schemas of the contract, the console never does: that part of zod would be 5 KiB on every page.
const withoutJsonSchema: Plugin = {
  name: 'yumen:without-json-schema',
  apply: 'build',
  load(id) {
    if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
    return Array.from(names, ([, name]) => `export const ${name} = () => undefined`).join('\n')
  },
}

function pageName(module: string | null): string | undefined {
  const folder = /pages\/([\w-]+)\/page\.tsx$/.exec(module ?? '')?.[1]
  return folder === undefined ? undefined : `${folder}-page`
}

/** How the console is built and served in development. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind(), withoutJsonSchema],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'esnext',
    // A script or font written into another file would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // A page's own file is asked for by its import alone: a preload beside it would be one more attempt nobody counts.
      resolveDependencies: (file, dependencies) => dependencies.filter((dependency) => dependency !== file),
    },
    rolldownOptions: {
      output: {
        // Pages are all called page.tsx: their folder tells them apart in names of files and in reports.
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${pageName(facadeModuleId) ?? name}-[hash].js`,
      },
    },
    // ECharts is one file by design; the budgets test watches every size.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/v1', '/v1beta', '/health'].map((path) => [path, server])),
  },
})
