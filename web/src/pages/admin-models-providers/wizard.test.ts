import { expect, test } from 'vitest'
import type { Model } from '../../../../src/contract/models.ts'
import type { Preset } from '../../../../src/contract/presets.ts'
import type { Probes, Provider } from '../../../../src/contract/providers.ts'
import { connectionForm, connectionOf, probesOf, probeSubject, providerInput, slugFor } from './connection.ts'
import { pickFaults, pricesToSet, searchPicks, unpricedPicks } from './picks.ts'
import type { Step, Wizard, WizardAction } from './wizard.ts'
import { newWizard, wizard } from './wizard.ts'

const preset = (id: string): Preset => ({
  id,
  name: { zh: '某家', en: 'Acme' },
  website: null,
  keys_url: null,
  endpoints: [{ dialect: 'openai', base_url: 'https://api.acme.example/v1', protocols: ['chat'] }],
  hosts: {},
  custom_base: false,
  allow_private: false,
  billing_type: 'prepaid',
})

const probes = (...models: [id: string, priced: boolean][]): Probes => ({
  ok: true,
  results: [],
  models: models.map(([id, priced]) => ({ id, known: priced, priced, routed: false })),
})

const model = (id: string, aliases: string[] = []) =>
  ({ id, aliases, price: { input: '1', tiers: [] } }) as unknown as Model

const run = (...actions: WizardAction[]): Wizard => actions.reduce(wizard, newWizard)
const tested = (answer: Probes): WizardAction[] => [
  { type: 'testing' },
  { type: 'tested', probes: answer, subject: 'x' },
]
const start: WizardAction = { type: 'preset', preset: preset('acme') }

test('choosing a preset goes on to the addresses', () => {
  expect(run(start)).toMatchObject({ step: 'connection', preset: { id: 'acme' } })
})

test('choosing the same preset again keeps what was decided, another one begins anew', () => {
  const before = run(start, ...tested(probes(['a', true])), { type: 'step', step: 'preset' })
  expect(wizard(before, start).picks).toHaveLength(1)
  expect(wizard(before, { type: 'preset', preset: preset('other') }).picks).toEqual([])
})

test('what comes back after a session ended begins where its secret is to be typed, and keeps what was decided', () => {
  const { preset: chosen, picks } = run(start, ...tested(probes(['a', true], ['b', false])))
  if (chosen === null) throw new Error('nothing was chosen')
  const again = (step: Step) => run({ type: 'kept', decided: { step, preset: chosen, picks } })
  expect(again('models')).toEqual({ ...newWizard, step: 'connection', preset: chosen, picks })
  expect(again('preset').step).toBe('preset')
})

test('found models with a price are taken, the others wait for a decision', () => {
  const { picks } = run(start, ...tested(probes(['a', true], ['b', false])))
  expect(picks.map(({ upstream, taken }) => [upstream, taken])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('testing again keeps decisions and typed models, and drops what the upstream no longer lists', () => {
  const { picks } = run(
    start,
    ...tested(probes(['a', true], ['gone', true])),
    { type: 'take', upstreams: ['a'], taken: false },
    { type: 'rename', upstream: 'a', name: 'alpha', catalogue: [] },
    { type: 'add', name: 'typed', catalogue: [] },
    ...tested(probes(['a', true], ['new', true])),
  )
  expect(picks.map(({ upstream, model: name, taken }) => [upstream, name, taken])).toEqual([
    ['typed', 'typed', true],
    ['a', 'alpha', false],
    ['new', 'new', true],
  ])
})

test('an answer to a test that was left behind by another preset is ignored', () => {
  const { picks, test: state } = run(
    start,
    { type: 'testing' },
    { type: 'preset', preset: preset('other') },
    { type: 'tested', probes: probes(['a', true]), subject: 'x' },
  )
  expect([picks, state]).toEqual([[], { state: 'none' }])
})

test('a new name has the price the catalogue knows for it, by id or alias', () => {
  const rename = (name: string): WizardAction => ({
    type: 'rename',
    upstream: 'a-2026',
    name,
    catalogue: [model('alpha', ['al'])],
  })
  const base = run(start, ...tested(probes(['a-2026', false], ['beta', true])))
  const priced = (name: string) => wizard(base, rename(name)).picks.find((pick) => pick.upstream === 'a-2026')?.priced
  expect(['alpha', 'al', 'beta', 'unheard'].map(priced)).toEqual([true, true, true, false])
})

test('adding a name twice takes the one that is there', () => {
  const { picks } = run(
    start,
    ...tested(probes(['a', false])),
    { type: 'add', name: ' a ', catalogue: [] },
    { type: 'add', name: '  ', catalogue: [] },
  )
  expect(picks).toMatchObject([{ upstream: 'a', taken: true, source: 'found' }])
})

test('unpriced models are named until a price is typed, and only typed prices are saved', () => {
  const before = run(start, ...tested(probes(['a', true], ['b', false])), {
    type: 'take',
    upstreams: ['b'],
    taken: true,
  })
  expect(unpricedPicks(before.picks).map(({ upstream }) => upstream)).toEqual(['b'])
  const after = wizard(before, { type: 'price', upstream: 'b', rate: 'input', text: '$2' })
  expect(unpricedPicks(after.picks)).toEqual([])
  expect(pricesToSet(after.picks)).toEqual([{ model: 'b', price: { input: '2', tiers: [] } }])
})

test('faults are a bad name, a name used twice and a price that is none; what is not taken has no fault', () => {
  const { picks } = run(
    start,
    ...tested(probes(['a', true], ['b', true], ['c', true], ['d', true])),
    { type: 'rename', upstream: 'b', name: 'a', catalogue: [] },
    { type: 'rename', upstream: 'c', name: 'with space', catalogue: [] },
    { type: 'price', upstream: 'd', rate: 'output', text: '-1' },
    { type: 'add', name: 'e', catalogue: [] },
    { type: 'rename', upstream: 'e', name: ' ', catalogue: [] },
    { type: 'take', upstreams: ['e'], taken: false },
  )
  expect([...pickFaults(picks)]).toEqual([
    ['b', 'twice'],
    ['c', 'name'],
    ['d', 'price'],
  ])
})

test('what nobody sees is no part of a name, unless the catalogue has the model by it', () => {
  const { picks } = run(
    start,
    ...tested(probes(['a', true], ['b', true], ['old\u3000one', true], ['new\u3000one', false])),
    { type: 'rename', upstream: 'a', name: 'a\u3000b', catalogue: [] },
    { type: 'rename', upstream: 'b', name: 'b\u200b', catalogue: [] },
    { type: 'take', upstreams: ['new\u3000one'], taken: true },
  )
  expect([...pickFaults(picks)]).toEqual([
    ['a', 'name'],
    ['b', 'name'],
    ['new\u3000one', 'name'],
  ])
})

test('search looks at both names and ignores case', () => {
  const { picks } = run(start, ...tested(probes(['GPT-5.5', true], ['claude', true])), {
    type: 'rename',
    upstream: 'claude',
    name: 'sonnet',
    catalogue: [],
  })
  expect(searchPicks(picks, ' gpt').map(({ upstream }) => upstream)).toEqual(['GPT-5.5'])
  expect(searchPicks(picks, 'SONNET').map(({ upstream }) => upstream)).toEqual(['claude'])
})

test('a failed save says why and keeps everything else', () => {
  const before = run(start, ...tested(probes(['a', true])), { type: 'step', step: 'models' }, { type: 'saving' })
  const after = wizard(before, { type: 'save failed', why: 'taken' })
  expect(after).toEqual({ ...before, saving: false, failure: 'taken' })
})

test('a preset fills the form with a name and a slug nobody has', () => {
  const others = [
    { name: 'Acme', slug: 'acme' },
    { name: 'x', slug: 'acme-2' },
  ] as Provider[]
  expect(connectionOf(preset('acme'), 'en', others)).toMatchObject({ name: 'Acme 2', slug: 'acme-3' })
  expect(connectionOf(preset('acme'), 'zh', others)).toMatchObject({ name: '某家', slug: 'acme-3' })
  expect(connectionOf(preset('acme'), 'en', others)).toMatchObject({ billing_type: 'prepaid' })
})

test('a slug goes with the name as far as that has one, and no other provider has it', () => {
  const slug = (name: string) => slugFor(name, preset('custom'), [{ slug: 'acme-ai' }] as Provider[])
  expect(slug('Acme HK (2)')).toBe('acme-hk-2')
  expect(slug('Acme AI')).toBe('acme-ai-2')
  expect([slug('阿里云 2'), slug(''), slug('--')]).toEqual(['custom', 'custom', 'custom'])
  expect(slug('a'.repeat(35) + ' and more')).toBe('a'.repeat(35))
})

test('the form needs an address, a protocol and a secret', () => {
  const form = connectionOf(preset('acme'), 'en', [])
  const issues = (value: unknown) => connectionForm.safeParse(value).error?.issues.map(({ path }) => path.join('.'))
  expect(issues(form)).toEqual(['credentials.0.secret'])
  const filled = { ...form, credentials: [{ ...form.credentials[0], secret: 's' }] }
  expect(issues(filled)).toBeUndefined()
  expect(issues({ ...filled, endpoints: [{ dialect: 'openai', base_url: 'ftp://x', protocols: [] }] })).toEqual([
    'endpoints.0.base_url',
    'endpoints.0.protocols',
  ])
})

test('a template without any address offers one empty row, a local one is allowed to be private', () => {
  const rows: Preset['endpoints'] = [
    { dialect: 'openai', base_url: 'https://{host}/v1', protocols: ['chat'] },
    { dialect: 'anthropic', base_url: 'https://{host}', protocols: ['messages'] },
  ]
  const custom: Preset = { ...preset('any'), allow_private: true, endpoints: rows }
  expect(connectionOf(custom, 'en', [])).toMatchObject({ allow_private: false, endpoints: [{ base_url: '' }] })
  const local: Preset['endpoints'] = [{ dialect: 'openai', base_url: 'http://127.0.0.1:8000/v1', protocols: ['chat'] }]
  const onThisMachine = { ...custom, endpoints: local }
  expect(connectionOf(onThisMachine, 'en', [])).toMatchObject({ allow_private: true })
})

test('a placeholder left in an address is a fault, a lone percent sign is none', () => {
  const form = connectionOf(preset('acme'), 'en', [])
  const credentials = [{ name: 'main', secret: 's' }]
  const faultsOf = (base_url: string) => {
    const endpoints = [{ dialect: 'openai' as const, base_url, protocols: ['chat'] }]
    const issues = connectionForm.safeParse({ ...form, endpoints, credentials }).error?.issues
    return issues?.map(({ path }) => path.join('.'))
  }
  expect(faultsOf('https://{resource}.example/v1')).toEqual(['endpoints.0.base_url'])
  expect(faultsOf('https://acme.example/%')).toBeUndefined()
})

test('a test speaks of the addresses and the secret it was asked with', () => {
  const form = connectionOf(preset('acme'), 'en', [])
  const renamed = { ...form, name: 'Other' }
  const moved = { ...form, endpoints: [{ dialect: 'openai' as const, base_url: 'https://b.example', protocols: [] }] }
  expect(probeSubject('acme', renamed)).toBe(probeSubject('acme', form))
  expect(probeSubject('acme', moved)).not.toBe(probeSubject('acme', form))
  const credentials = ['one', 'two'].map((secret) => ({ name: secret, secret, priority: 1, weight: 1 }))
  const asked = probesOf('acme', { ...form, credentials })
  expect(asked.map(({ name, body }) => [name, body.secret])).toEqual([
    ['one', 'one'],
    ['two', 'two'],
  ])
  const other = [...credentials.slice(0, 1), { name: 'two', secret: 'three', priority: 1, weight: 1 }]
  expect(probeSubject('acme', { ...form, credentials: other })).not.toBe(probeSubject('acme', { ...form, credentials }))
})

test('a test goes the way that is filled in, as saving does, and an answer over another way is stale', () => {
  const straight = connectionOf(preset('acme'), 'en', [])
  const line = { proxy: ' socks5://ann:sesame@proxy.example:1080 ', ca: '', http2: true }
  const sent = { proxy: 'socks5://ann:sesame@proxy.example:1080', ca: null, http2: true }
  expect(probesOf('acme', { ...straight, ...line })).toMatchObject([{ body: sent }])
  expect(providerInput('acme', { ...straight, ...line }, [])).toMatchObject(sent)
  expect(probeSubject('acme', { ...straight, ...line })).not.toBe(probeSubject('acme', straight))
  expect(probesOf('acme', straight)).toMatchObject([{ body: { proxy: null, ca: null, http2: false } }])
})

test('saving sends the taken models under the name callers use', () => {
  const { picks } = run(start, ...tested(probes(['a-2026', true], ['b', false])), {
    type: 'rename',
    upstream: 'a-2026',
    name: ' alpha ',
    catalogue: [],
  })
  const form = { ...connectionOf(preset('acme'), 'en', []), billing_type: 'plan' } as const
  const input = providerInput('acme', form, picks)
  expect(input.billing_type).toBe('plan')
  expect(input).toMatchObject({ preset: 'acme', slug: 'acme', routes: [{ model: 'alpha', upstream_name: 'a-2026' }] })
})
