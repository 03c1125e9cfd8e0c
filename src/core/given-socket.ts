/** The first descriptor that is handed over (SD_LISTEN_FDS_START of sd_listen_fds(3)). */
const FIRST = 3

const ONE_ALONE = 'LISTEN_FDS: 只能交来一个监听套接字。 One listening socket can be handed over, and no more.'

/**
 * The listening socket of whoever started us, as sd_listen_fds(3) hands it over: it outlives us, and who connects between two starts
 * waits in it for the second. Null: none is handed over to us, or to `npm start`, of which we are the child. Throws where it is several.
 */
export function givenSocket(
  { LISTEN_FDS: count, LISTEN_PID: whose }: Record<string, string | undefined>,
  { pid, ppid }: { pid: number; ppid: number } = process,
): number | null {
  if (!count || (Number(whose) !== pid && Number(whose) !== ppid)) return null
  if (count !== '1') throw new Error(ONE_ALONE)
  return FIRST
}
