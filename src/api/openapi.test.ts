import { expect, test } from 'vitest'
import { endpoints } from '../contract/all.ts'
import { apiDocs } from './docs.ts'
import { openApi, operations } from './openapi.ts'

const site = {
  name: 'Yumen <Test>',
  publicOrigin: 'https://yumen.example',
  namedOrigin: null,
  version: '1.2.3',
  buildId: 'b',
}

test('every endpoint of the contract is described once, under its path and method', () => {
  const description = openApi(site)
  const paths = description['paths'] as Record<string, Record<string, { operationId: string }>>
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  expect(ids.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  expect(description['openapi']).toBe('3.1.0')
})

test('path parameters, needed query parameters, bodies and answers are told', () => {
  const byName = new Map(operations().map((operation) => [operation.name, operation]))
  expect(byName.get('usageRequest')?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ])
  const summary = byName.get('usageSummary')?.parameters ?? []
  expect(summary.find((one) => one.name === 'from')?.required).toBe(true)
  expect(summary.find((one) => one.name === 'model')?.required).toBe(false)
  expect(byName.get('login')?.body).toMatchObject({ required: ['email', 'password'], additionalProperties: false })
  expect(byName.get('logout')?.answer).toBeNull()
})

test('the readable page holds every call, no script and no style, and escapes what it shows', async () => {
  const page = String(await apiDocs(site))
  for (const { path, method } of Object.values(endpoints)) expect(page).toContain(`<code>${method} ${path}</code>`)
  expect(page).not.toMatch(/<script|<style|style=|javascript:| on\w+=/i)
  expect(page).toContain('Yumen &lt;Test&gt; console API')
})
