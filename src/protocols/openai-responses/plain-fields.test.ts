import { expect, test } from 'vitest'
import { body, NOTHING, tool, written } from './test-written.ts'

test('a server that knows only the plain fields gets only those', () => {
  const sent = body(
    { tools: [tool], cacheKey: 'k', user: 'u', reasoning: { effort: 'low', budgetTokens: null, shown: null } },
    { quirks: { plainFields: true } },
  )
  expect(Object.keys(sent)).toEqual(['model', 'input', 'tools', 'reasoning', 'stream'])
  expect(sent.tools).toEqual([{ type: 'function', name: 'f', parameters: NOTHING }])
})

test('what a server takes that knows only the plain fields is said, and the rest named', () => {
  const asked = { cacheKey: 'k', user: 'u', reasoning: { effort: 'low', budgetTokens: null, shown: null } } as const
  expect(written(asked, { quirks: { plainFields: true } }).lost).toEqual(['safety_identifier', 'prompt_cache_key'])
  const keeping = written(asked, { quirks: { plainFields: true, keepsAnswers: true } })
  expect(keeping.body).toMatchObject({ store: false, prompt_cache_key: 'k', include: ['reasoning.encrypted_content'] })
  expect(keeping.body).not.toHaveProperty('safety_identifier')
  expect(keeping.lost).toEqual(['safety_identifier'])
})
