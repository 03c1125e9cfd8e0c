import { expect, test } from 'vitest'
import { SETTING_KEYS, STANDARD_SETTINGS } from '../../../../src/contract/settings.ts'
import { changesOf, draftOf, faultsIn, patchOf, settingOf, valueIn } from './draft.ts'

test('every setting is read back from its form as it was', () => {
  // What has a page of its own is not in these forms.
  for (const key of SETTING_KEYS.filter((one) => settingOf(one).form.kind !== 'apart')) {
    const standard = settingOf(key).standard
    expect([key, valueIn(settingOf(key), draftOf(settingOf(key).form, standard))]).toEqual([key, standard])
  }
})

test('a draft that says what is there already is no change', () => {
  const drafts = { 'relay.max_attempts': ' 3 ', 'site.name': 'Gate' }
  expect(changesOf(STANDARD_SETTINGS, drafts)).toEqual([{ key: 'site.name', before: 'Yumen', value: 'Gate' }])
})

test('what the server would refuse has no value', () => {
  const drafts = { 'relay.max_attempts': '11', 'security.admin_networks': '10.0.0.0/8\nhere' }
  expect(changesOf(STANDARD_SETTINGS, drafts).map(({ value }) => value)).toEqual([undefined, undefined])
})

test('addresses are read as a Chinese input method writes them', () => {
  expect(
    valueIn(settingOf('security.admin_networks'), '１０．０．０．０／８，192.0.2.1；198.51.100.0/24、：：1\ufeff'),
  ).toEqual(['10.0.0.0/8', '192.0.2.1', '198.51.100.0/24', '::1'])
})

test('addresses may stand on lines or be parted by commas', () => {
  expect(valueIn(settingOf('security.admin_networks'), '10.0.0.0/8, ::1\n192.0.2.1')).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.1',
  ])
})

test('names are each taken once, whatever their case, and parted as people part them', () => {
  expect(valueIn(settingOf('capture.redact'), 'Phone\nid_card，phone; 身份证、X-Mine\n\n')).toEqual([
    'phone',
    'id_card',
    '身份证',
    'x-mine',
  ])
  expect(valueIn(settingOf('capture.redact'), '')).toEqual([])
  expect(valueIn(settingOf('capture.redact'), 'x'.repeat(65))).toBeUndefined()
})

test('numbers are read as people type them', () => {
  expect(valueIn(settingOf('relay.max_attempts'), '５')).toBe(5)
  expect(valueIn(settingOf('alerts.balance_usd'), '$1,250．5')).toBe('1250.5')
  expect(valueIn(settingOf('money.cny_rate'), '７．１')).toBe('7.1')
  expect(valueIn(settingOf('money.cny_rate'), ' ')).toBe('')
})

test('a setting that becomes its standard again is set back', () => {
  const changes = changesOf({ ...STANDARD_SETTINGS, 'relay.max_attempts': 5 }, { 'relay.max_attempts': '3' })
  expect(patchOf(changes)).toEqual({ 'relay.max_attempts': null })
})

test('what the server says finds its setting with or without its place in the body', () => {
  const fields = { 'values.relay.max_attempts': 'a', 'security.admin_networks': 'b', 'values.site.name.0': 'c', x: 'd' }
  expect(faultsIn(fields)).toEqual({ 'relay.max_attempts': 'a', 'security.admin_networks': 'b', 'site.name': 'c' })
})
