import { expect, test } from 'vitest'
import { queryOnwards, type QueryUse } from './query.ts'

const onwards = (use: QueryUse, query: string) =>
  new URLSearchParams(queryOnwards(use, new URLSearchParams(query))).toString()

test.each([
  'fields=candidates',
  '$fields=candidates',
  '%24fields=candidates',
  '%66ields=candidates',
  'alt=sse',
  'alt=json',
  'alt=media',
  'alt=proto&alt=sse',
  '$alt=json',
  '%24alt=proto',
  'callback=x',
  '$callback=x',
  'key=k',
  '$key=k',
  'access_token=t',
  'quotaUser=me',
  'prettyPrint=false',
  '$.xgafv=1',
  'Alt=sse',
  'alt[]=sse',
])('Google hears nothing of ?%s', (query) => {
  expect(onwards('gemini', query)).toBe('')
})

test.each<[QueryUse, string, string]>([
  ['anthropic', 'beta=true&key=k&x=1', 'beta=true'],
  ['openai', 'api-version=preview&deployment=other&beta=true', 'api-version=preview'],
  ['kept', 'stream=true&starting_after=7&key=k', 'stream=true&starting_after=7'],
  ['kept', 'include[]=a&include[]=b&fields=x&limit=2&order=asc', 'include%5B%5D=a&include%5B%5D=b&limit=2&order=asc'],
  ['kept', 'include=a&include=b&after=i_1&after=i_2', 'include=a&include=b&after=i_1'],
  ['realtime', 'model=m&intent=transcription&call_id=rtc_1&deployment=other', 'intent=transcription'],
])('%s: of ?%s goes on ?%s', (use, query, left) => {
  expect(onwards(use, query)).toBe(left)
})
