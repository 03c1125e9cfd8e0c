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

// The console says what is wrong in its own words: zod's English ones would be most of a KiB on every page.
const withoutZodWords: Plugin = {
  name: 'yumen:without-zod-words',
  apply: 'build',
  load: (id) => (id.endsWith('/zod/v4/locales/en.js') ? 'export default () => ({})' : null),
}

// What each call does is said in the server's API description, which no page shows.
const withoutSummaries: Plugin = {
  name: 'yumen:without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return /\/src\/contract\/[\w-]+\.ts$/.test(id) ? code.replaceAll(/^ +summary:\s*'(?:[^'\\]|\\.)*',\n/gm, '') : null
  },
}

// React has had this since 18; what the router's store brings for older ones ends in calling it.
const withoutStoreShim: Plugin = {
  name: 'yumen:without-store-shim',
  apply: 'build',
  load: (id) =>
    id.endsWith('/use-sync-external-store-shim.production.js')
      ? "exports.useSyncExternalStore = require('react').useSyncExternalStore"
      : null,
}

function pageName(module: string | null): string | undefined {
  const folder = /pages\/([\w-]+)\/page\.tsx$/.exec(module ?? '')?.[1]
  return folder === undefined ? undefined : `${folder}-page`
}

const ENTRY = /\/(?:index\.html|main\.tsx)$/

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

// They are imported with the rest of the queries, but only lists and a few pages use them, beside which they go.
const OF_SOME_PAGES =
  /\/(?:queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$/

/**
 * What is needed at once comes in few files: some fifty of half a kilobyte would each cost a request. A group of all that
 * modules import, but without themselves, so that each keeps a file that is asked for by its name.
 */
function besides(group: string, ...modules: readonly string[]) {
  const starts = modules.map((module) => fileURLToPath(new URL(module, import.meta.url)))
  let needed: Set<string> | undefined
  const name = (id: string, graph: Graph): string | null => {
    needed ??= closureOf(starts, graph)
    return needed.has(id) && !starts.includes(id) && !OF_SOME_PAGES.test(id) ? group : null
  }
  return { name, debugName: group }
}

function closureOf(starts: readonly string[], graph: Graph): Set<string> {
  const found = new Set(starts)
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** How the console is built and served in development. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind(), withoutJsonSchema, withoutZodWords, withoutSummaries, withoutStoreShim],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'esnext',
    // A script or font written into another file would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // Whatever runs what is built for `esnext` knows module preloads by itself.
      polyfill: false,
      // A page's own file is asked for by its import alone: a preload beside it would be one more attempt nobody counts.
      resolveDependencies: (file, dependencies) => dependencies.filter((dependency) => dependency !== file),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id), priority: 4 },
            { ...besides('sign-in', 'src/pages/login/page.tsx'), priority: 3 },
            { ...besides('frame-parts', 'src/shell/frame.tsx', 'src/ui/announcements/standing.tsx'), priority: 2 },
            {
              ...besides('board-parts', 'src/pages/dashboard/page.tsx', 'src/pages/dashboard/own-board.tsx'),
              priority: 1,
            },
          ],
        },
        // Pages are all called page.tsx: their folder tells them apart in names of files and in reports.
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${pageName(facadeModuleId) ?? name}-[hash].js`,
      },
    },
    // ECharts is one file by design; the budgets test watches every size.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/v1', '/v2', '/health'].map((path) => [path, server])),
  },
})
