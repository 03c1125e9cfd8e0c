/** Search parameters that open the playground over the current page; `with` is the id of the key to use. */
export const tryWith = ({ model, key }: { model?: string; key?: string }) => ({
  try: '1',
  ...(model === undefined ? {} : { model }),
  ...(key === undefined ? {} : { with: key }),
})

/** Search parameters that close it, but for the model, which may be the page's own. */
export const TRY_NO_MORE = { try: null, with: null } as const
