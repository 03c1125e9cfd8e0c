import { defineConfig } from 'vitest/config'

/** What is waited for comes at once; how long it may take says something of the machine alone. */
const expect = { poll: { timeout: 10_000 } }
const PATIENT = { expect, testTimeout: 30_000, hookTimeout: 60_000 }

/** Unit and house tests run beside their files; what needs a whole gateway, what is measured and what needs a browser have projects of their own. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...PATIENT,
          environment: 'node',
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/vendor/*.test.ts',
            'test/toxic/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          // These wait for nobody, so every core may run them.
          maxWorkers: '100%',
          // No room keeps state in its modules, so the files may share them: half of the time went into loading.
          isolate: false,
        },
      },
      {
        test: {
          name: 'web',
          ...PATIENT,
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          maxWorkers: '100%',
        },
      },
      {
        test: {
          name: 'integration',
          ...PATIENT,
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          // A file waits for its gateway and its vendors most of the time.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'faults',
          ...PATIENT,
          environment: 'node',
          include: ['test/faults/**/*.test.ts', 'test/bench/**/*.test.ts'],
          // Memory and time are measured here: one file after another, and nothing beside it.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          expect,
          environment: 'node',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
