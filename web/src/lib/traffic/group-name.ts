import type { Texts } from '../../i18n/texts.ts'

/** What a group of requests is called: all that have no line of their own are told together, and those without a model or provider have no name. */
export function groupName(id: string | null, given: string, charts: Texts<'charts'>): string {
  if (id === null) return charts('others')
  return given === '' ? charts('nameless') : given
}
