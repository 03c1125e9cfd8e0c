import { defineConfig } from 'vitest/config'

/** What is waited for comes at once; how long it may take says something of the machine alone. */
const expect = { poll: { timeout: 10_000 } }
const PATIENT = { expect, testTimeout: 30_000, hookTimeout: 60_000 }

/** Unit and house tests run beside their files; integration and browser tests have projects of their own. */
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
          // These wait for nobody, so every core may run them; the others measure memory and time and run one by one.
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
          include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'test/bench/**/*.test.ts'],
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
