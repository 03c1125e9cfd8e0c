import type { Provider } from '../store/provider-view.ts'

/** Providers that are on, of whom models (or the one that is named) are expected and nobody can ask, as after an import, which brings no secrets. */
export function withoutCredential(providers: readonly Provider[], model?: string): Provider[] {
  return providers
    .filter(({ status }) => status === 'active')
    .filter(({ routes }) => routes.some((route) => route.enabled && (model === undefined || route.model === model)))
    .filter(({ credentials }) => credentials.every(({ status }) => status === 'disabled'))
}
