import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Conversation, NO_SETTINGS } from './conversation.ts'
import type { Piece } from './piece.ts'
import { restoreTools } from './tools-back.ts'
import { flatName, flattenTools, type ToolNames } from './tools-out.ts'

const patch = { form: 'custom', name: 'apply_patch', namespace: null, description: null, strict: null } as const

function conversation(over: Partial<Conversation>): Conversation {
  return { ...NO_SETTINGS, messages: [], ...over }
}

function restored(names: ToolNames, pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  const restore = restoreTools(names, (piece) => out.push(piece))
  for (const piece of pieces) restore(piece)
  return out
}

test.each([true, false])(
  'a search among tools is a function to every vendor (custom tools known: %s), and comes back as a search',
  (customTools) => {
    const search = { form: 'search', name: 'tool_search', namespace: null } as const
    const schema = { type: 'object', properties: { query: { type: 'string' } } }
    const asked = conversation({
      tools: [{ ...search, description: 'Finds tools.', strict: null, schema }],
      messages: [
        { role: 'assistant', parts: [{ ...search, type: 'call', id: 's1', input: '{"query":"a"}', signature: null }] },
        { role: 'tool', results: [{ callId: 's1', name: 'tool_search', form: 'search', parts: [], isError: false }] },
      ],
    })
    const { conversation: flat, names } = flattenTools(asked, customTools)
    const made = { form: 'function', name: 'tool_search' }
    expect(flat.tools).toEqual([{ ...made, namespace: null, description: 'Finds tools.', strict: null, schema }])
    expect(flat.messages).toMatchObject([{ parts: [{ ...made, input: '{"query":"a"}' }] }, { results: [made] }])
    const call = { kind: 'call', id: 's2', name: 'tool_search', namespace: null } as const
    const delta: Piece = { type: 'delta', index: 0, text: '{"query":"b"}' }
    const told: Piece[] = [{ type: 'open', index: 0, block: { ...call, form: 'function' } }, delta]
    expect(restored(names, told)).toEqual([{ type: 'open', index: 0, block: { ...call, form: 'search' } }, delta])
  },
)

test('a custom tool is offered as a function of one text, and its call comes back as plain text', () => {
  const { conversation: flat, names } = flattenTools(
    conversation({
      tools: [{ ...patch, grammar: { syntax: 'lark', definition: 'start: x' } }],
      messages: [
        {
          role: 'assistant',
          parts: [
            {
              type: 'call',
              id: 'c1',
              name: 'apply_patch',
              namespace: null,
              form: 'custom',
              input: '*** Begin\n"x"',
              signature: null,
            },
          ],
        },
      ],
    }),
    false,
  )
  expect(flat.tools).toMatchObject([{ form: 'function', name: 'apply_patch', schema: { required: ['input'] } }])
  expect(flat.messages).toMatchObject([{ parts: [{ form: 'function', input: '{"input":"*** Begin\\n\\"x\\""}' }] }])
  const told: Piece[] = [
    {
      type: 'open',
      index: 0,
      block: { kind: 'call', id: 'c2', name: 'apply_patch', namespace: null, form: 'function' },
    },
    { type: 'delta', index: 0, text: '{"input":"a' },
    { type: 'delta', index: 0, text: '\\nb"}' },
    { type: 'close', index: 0, signature: null },
  ]
  expect(restored(names, told)).toEqual([
    { type: 'open', index: 0, block: { kind: 'call', id: 'c2', name: 'apply_patch', namespace: null, form: 'custom' } },
    { type: 'delta', index: 0, text: 'a\nb' },
    { type: 'close', index: 0, signature: null },
  ])
})

test('a tool of a namespace is called by its whole name, chosen by it, and given back where it belongs', () => {
  const tool = { form: 'function', name: 'read', namespace: 'mcp.files', description: null, strict: null } as const
  const { conversation: flat, names } = flattenTools(
    conversation({
      tools: [{ ...tool, schema: null }],
      toolChoice: { mode: 'some', names: ['read'], required: true },
    }),
    false,
  )
  const [name = ''] = flat.tools.map((one) => one.name)
  expect(flat.toolChoice).toEqual({ mode: 'some', names: [name], required: true })
  const open: Piece = {
    type: 'open',
    index: 0,
    block: { kind: 'call', id: null, name, namespace: null, form: 'function' },
  }
  expect(restored(names, [open])).toMatchObject([{ block: { name: 'read', namespace: 'mcp.files' } }])
})

test('where custom tools are known they stay what they are, under a name that is taken', () => {
  const { conversation: flat, names } = flattenTools(
    conversation({ tools: [{ ...patch, name: 'mcp.apply', grammar: null }] }),
    true,
  )
  const [tool] = flat.tools
  expect(tool).toMatchObject({ form: 'custom', name: flatName({ name: 'mcp.apply', namespace: null }) })
  expect(names.get(tool?.name ?? '')).toMatchObject({ name: 'mcp.apply', form: 'custom' })
})

test('every name that reaches a vendor is one it takes, and different tools keep different names', () => {
  const name = fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' })
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 2 }), ([one = '', other = '']) => {
      expect(flatName({ name: one, namespace: null })).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
      expect(flatName({ name: one, namespace: null })).not.toBe(flatName({ name: other, namespace: null }))
    }),
  )
})

test('parameters under names that Claude refuses have others there, in calls that were made and in those that come back', () => {
  const tool = { form: 'function', name: 'list', namespace: null, description: null, strict: null } as const
  const properties = { $top: { type: 'integer' }, 'filter[id]': { type: 'string' }, plain: { $top: 1 } }
  const call = { type: 'call', id: 'c1', name: 'list', namespace: null, form: 'function', signature: null } as const
  const input = '{"$top":12345678901234567890,"plain":{"$top":1}}'
  const asked = conversation({
    tools: [{ ...tool, schema: { type: 'object', properties, required: ['$top'] } }],
    messages: [{ role: 'assistant', parts: [{ ...call, input }] }],
  })
  const { conversation: flat, names } = flattenTools(asked, false, true)
  const [told] = flat.tools
  const schema = told?.form === 'function' ? told.schema : null
  const [top = '', filter = '', plain] = Object.keys(schema?.properties ?? {})
  for (const key of [top, filter]) expect(key).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/)
  expect([plain, schema?.required]).toEqual(['plain', [top]])
  const made = input.replace('$top', top)
  expect(flat.messages).toMatchObject([{ parts: [{ input: made }] }])
  const block = { kind: 'call', id: 'c2', name: 'list', namespace: null, form: 'function' } as const
  const back: Piece[] = [
    { type: 'open', index: 0, block },
    { type: 'delta', index: 0, text: made.slice(0, 9) },
    { type: 'delta', index: 0, text: made.slice(9) },
    { type: 'close', index: 0, signature: null },
  ]
  expect(restored(names, back)).toEqual([back[0], { type: 'delta', index: 0, text: input }, back[3]])
  expect(flattenTools(asked, false).conversation.tools).toEqual(asked.tools)
})
