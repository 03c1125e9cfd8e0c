/** What may be given the focus: nothing that opens a keyboard on a phone. */
const WAYS = 'button, a[href], input[type=checkbox], input[type=radio]'
/** How far is looked for something: never out of the page into the frame, or out of a layer. */
const GROUND = '#main, [role=dialog], dialog'
/** Who closes a menu or a dialog gives the focus back first. */
const PATIENCE_MS = 100

/** Where something stood: what it stood in, innermost first, and what it stood behind; or where it stands, switched off. */
type Place = { homes: readonly Element[]; behind: Node | null; off: boolean }

/** Gives the focus to what is nearest when what had it is taken away or switched off, until the answer is called. */
export function keepFocus(): () => void {
  let held: Element | null = null
  let path = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  // What the focus was on in the page while it went into a layer, and where that stood if it is gone.
  let inPage: Element | null = null
  let inPagePlace: Place | null = null

  const onFocus = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof Element)) return
    held = target
    path = location.pathname
    if (target.closest('#main') === null) return
    inPage = target
    inPagePlace = null
  }

  // Who has left it by a press on the page lost nothing when it goes later; who looked at another window did not leave it.
  const onBlur = ({ target }: FocusEvent) =>
    void setTimeout(() => {
      if (target === held && isThere(held) && document.activeElement !== target) held = inPage = null
    })

  const give = (place: Place | null) => {
    if (document.activeElement !== document.body || location.pathname !== path) return
    const way = (place && nearest(place)) ?? (inPage?.isConnected ? inPage : inPagePlace && nearest(inPagePlace))
    if (way instanceof HTMLElement) way.focus({ preventScroll: true })
  }

  const onChange = (records: readonly MutationRecord[]) => {
    if (inPage !== null && !inPage.isConnected) inPagePlace ??= placeOf(inPage, records)
    if (held === null || isThere(held)) return
    const place = placeOf(held, records)
    held = null
    clearTimeout(timer)
    timer = setTimeout(() => give(place), PATIENCE_MS)
  }

  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  if (document.activeElement !== document.body) onFocus({ target: document.activeElement })
  document.addEventListener('focusout', onBlur)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}

const isThere = (element: Element | null): boolean => element?.isConnected === true && !element.matches(':disabled')

function placeOf(element: Element, records: readonly MutationRecord[]): Place | null {
  if (element.isConnected) return { homes: homesOf(element.parentElement), behind: element, off: true }
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))
  return record ? { homes: homesOf(record.target), behind: record.previousSibling, off: false } : null
}

function homesOf(inner: Node | null): Element[] {
  const homes: Element[] = []
  for (let home = inner; home instanceof Element && home.closest(GROUND) !== null; home = home.parentElement) {
    homes.push(home)
  }
  return homes
}

/** The way that is next in the place, or the one before: what is switched off gives to what it is the opposite of. */
function nearest({ homes, behind, off }: Place): Element | undefined {
  for (const home of homes) {
    if (!home.isConnected) continue
    const ways = [...home.querySelectorAll<HTMLElement>(WAYS)].filter(isUsable)
    const at = ways.findIndex((way) => !behind?.isConnected || isAfter(way, behind))
    const [next, before] = [ways[at], at === -1 ? ways.at(-1) : ways[at - 1]]
    const way = off ? (before ?? next) : (next ?? before)
    if (way !== undefined) return way
  }
  return undefined
}

const isUsable = (way: HTMLElement): boolean => way.tabIndex >= 0 && !way.matches(':disabled') && way.checkVisibility()

function isAfter(way: Node, behind: Node): boolean {
  return !behind.contains(way) && (behind.compareDocumentPosition(way) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}
