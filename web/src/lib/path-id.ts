import { useMatch } from '@tanstack/react-router'

/** The `$id` in the path of the page that is drawn; empty where there is none. */
export function usePathId(): string {
  return useMatch({ strict: false, shouldThrow: false, select: ({ params }) => (params as { id?: string }).id }) ?? ''
}
