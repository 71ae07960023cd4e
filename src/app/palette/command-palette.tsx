/** The results of the command palette: pages, actions, and what the team has seen. Its input is in palette.tsx. */
import CircleStop from 'lucide-react/icons/circle-stop'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Keyboard from 'lucide-react/icons/keyboard'
import PhoneCall from 'lucide-react/icons/phone-call'
import Plus from 'lucide-react/icons/plus'
import SearchIcon from 'lucide-react/icons/search'
import SunMoon from 'lucide-react/icons/sun-moon'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { permissionOf, useSession } from '#api/session.ts'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { type EndpointName, fitsWords } from '#contract/index.ts'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { pageKeywords } from '#kit/navigation/navigation-texts.ts'
import { type NavPage, navPages, pageOf, useIsOffered } from '#kit/navigation/page-table.ts'
import { paths } from '#kit/navigation/paths.ts'
import { listPageOf, recordKinds } from '#kit/navigation/record-kinds.ts'
import { settingsPages } from '#kit/navigation/settings-pages.ts'
import { preference, setPreference } from '#kit/preferences.ts'
import { cx } from '#ui/classes.ts'
import { Glyph, type Icon } from '#ui/status/icon.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './command-palette-texts.ts'
import { kindsOfId } from './pasted-id.ts'

interface Item {
  id: string
  title: string
  note: string
  icon: Icon
  keys?: string
  /** The operator may not do it; the note says why. */
  unusable?: boolean
  act: () => void
}
interface Group {
  value: string
  items: Item[]
}

const settingsIcon = pageOf(paths.settings())?.icon ?? SearchIcon

interface Props {
  /** The typed text. */
  text: string
  /** The input. */
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
  onHelp: () => void
  onStop: () => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
const optionId = (id: string) => `palette-${id}`

/** The item that Enter opens: the first one, until another is chosen for this text. The input handles the keys. */
function useHighlighted(items: readonly Item[], text: string, input: Props['input']) {
  const [chosen, setChosen] = useState({ text: '', id: '' })
  const index = Math.max(0, chosen.text === text ? items.findIndex(({ id }) => id === chosen.id) : 0)
  const item = items[index]
  const id = item?.id ?? ''
  // The input announces the item to screen readers, and its arrow keys and Enter act on the list.
  useLayoutEffect(() => {
    const box = input.current
    if (!box) return
    if (id) box.setAttribute('aria-activedescendant', optionId(id))
    else box.removeAttribute('aria-activedescendant')
    const press = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const step = steps[event.key]
      const next = step && items[Math.min(items.length - 1, Math.max(0, index + step))]
      if (!step && event.key !== 'Enter') return
      event.preventDefault()
      if (next) setChosen({ text, id: next.id })
      if (event.key === 'Enter' && !event.repeat && item && !item.unusable) item.act()
    }
    box.addEventListener('keydown', press)
    return () => box.removeEventListener('keydown', press)
  })
  // Scrolls the item into view.
  useEffect(() => {
    document.getElementById(optionId(id))?.scrollIntoView({ block: 'nearest' })
  }, [id])
  return { id, choose: (one: Item) => setChosen({ text, id: one.id }) }
}

export default function CommandPalette({ text, input, onClose, onHelp, onStop }: Props) {
  const navigate = useNavigate()
  const roles = useSession().operator?.roles ?? []
  const { found, problem, isSearching } = useSearchResults(text)
  const isOffered = useIsOffered()
  const go = (path: string) => () => {
    onClose()
    void navigate(path)
  }

  /** Unusable, with the reason, if the operator may not use the endpoint. */
  const guarded = (needs: EndpointName | undefined, item: Item): Item => {
    const { allowed, reason } = needs ? permissionOf(roles, needs) : { allowed: true, reason: '' }
    return allowed ? item : { ...item, note: reason, unusable: true }
  }
  const pageItems = [
    ...navPages
      .filter(isOffered)
      .filter(({ id, label }) => fitsWords(text, label, pageKeywords[id]))
      .map(({ id, label, path, icon, keys }): Item => ({ id, title: label, note: '', icon, keys, act: go(path) })),
    // Only in a search: without one, the page of the settings is enough.
    ...settingsPages
      .filter(({ label, keywords }) => text.trim() !== '' && fitsWords(text, label, keywords))
      .map(({ part, label, needs }) =>
        guarded(needs, {
          id: `settings/${part}`,
          title: label,
          note: texts.settings,
          icon: settingsIcon,
          act: go(paths.settings(part)),
        }),
      ),
  ]
  const actions = [
    { id: 'new-call', title: texts.placeCall, icon: PhoneCall, needs: 'callPlace', act: go(paths.newCall()) },
    { id: 'new-batch', title: texts.newBatch, icon: Plus, needs: 'launchStart', act: go(paths.newBatch()) },
    { id: 'stop', title: texts.stopBatches, icon: CircleStop, needs: 'batchesCancel', act: onStop },
    { id: 'new-agent', title: texts.createAgent, icon: Plus, needs: 'agentCreate', act: go(paths.newAgent()) },
    {
      id: 'new-messaging-agent',
      title: texts.createMessagingAgent,
      icon: Plus,
      needs: 'messagingAgentCreate',
      capability: 'messaging-agents',
      act: go(paths.newMessagingAgent()),
    },
    { id: 'new-flow', title: texts.createFlow, icon: Plus, needs: 'flowCreate', act: go(paths.newFlow()) },
    {
      id: 'new-message-flow',
      title: texts.createMessageFlow,
      icon: Plus,
      needs: 'messageFlowCreate',
      capability: 'message-flows',
      act: go(paths.newMessageFlow()),
    },
    {
      id: 'invite',
      title: texts.inviteOperator,
      icon: Plus,
      needs: 'operatorInvite',
      act: go(paths.settings('operators')),
    },
    { id: 'help', title: texts.keyboardShortcuts, icon: Keyboard, keys: shortcuts.help.keys, act: onHelp },
    {
      id: 'theme',
      title: texts.switchTheme,
      icon: SunMoon,
      act: () => {
        const dark = matchMedia('(prefers-color-scheme: dark)').matches
        const now = preference('theme')
        setPreference('theme', now === 'dark' || (now === 'system' && dark) ? 'light' : 'dark')
        onClose()
      },
    },
  ] as const satisfies readonly (Omit<Item, 'note'> & { needs?: EndpointName } & Pick<NavPage, 'capability'>)[]
  const offered = actions
    .filter(
      (one) =>
        isOffered({ capability: 'capability' in one ? one.capability : undefined }) && fitsWords(text, one.title),
    )
    .map((one): Item => guarded('needs' in one ? one.needs : undefined, { note: '', ...one }))
  const things = found.map(
    ({ kind, id, title, note }): Item => ({
      id: `${kind}/${id}`,
      title,
      note,
      icon: listPageOf(kind).icon,
      act: go(recordKinds[kind].path(id)),
    }),
  )
  const id = text.trim()
  const named = (
    isSearching || found.length > 0 ? [] : kindsOfId(id).filter((kind) => isOffered(listPageOf(kind)))
  ).map(
    (kind): Item => ({
      id: `open/${kind}`,
      title: texts.openWithId(recordKinds[kind].label),
      note: '',
      icon: listPageOf(kind).icon,
      act: go(recordKinds[kind].path(id)),
    }),
  )
  const groups: Group[] = [
    { value: texts.pages, items: pageItems },
    { value: texts.actions, items: offered },
    // Last, so that results that arrive later do not move the others.
    { value: texts.results, items: things },
    { value: texts.openById, items: named },
  ].filter(({ items }) => items.length > 0)

  const highlighted = useHighlighted(
    groups.flatMap(({ items }) => items),
    text,
    input,
  )

  return (
    <>
      {groups.length === 0 && (
        <output className="block px-4 py-6 text-muted">
          {problem || (isSearching ? texts.searching : texts.noResults)}
        </output>
      )}
      <div
        id="palette-list"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have icons and notes
        role="listbox"
        aria-label={texts.results}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5 empty:p-0"
      >
        {groups.map(({ value, items }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, not of fields
          <div key={value} role="group" aria-label={value} className="not-last:mb-1">
            <p aria-hidden className="px-2.5 pt-1.5 pb-1 text-small text-muted">
              {value}
            </p>
            {items.map((item) => (
              // The input has the focus and handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={item.id}
                id={optionId(item.id)}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="option"
                tabIndex={-1}
                aria-selected={item.id === highlighted.id}
                aria-disabled={item.unusable}
                data-highlighted={item.id === highlighted.id ? '' : undefined}
                data-disabled={item.unusable ? '' : undefined}
                onPointerMove={() => highlighted.choose(item)}
                // Keeps the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => !item.unusable && item.act()}
                className="flex min-h-row cursor-default items-center gap-2.5 rounded-base px-2.5 outline-none select-none data-disabled:text-faint data-highlighted:bg-accent-soft"
              >
                <span className="text-muted">
                  <Glyph icon={item.icon} />
                </span>
                <span className="min-w-0 flex-1 truncate">{visible(item.title)}</span>
                {item.note && (
                  <span
                    className={cx(
                      'min-w-0 text-label text-muted',
                      item.unusable ? 'basis-1/2 text-pretty' : 'truncate',
                    )}
                  >
                    {visible(item.note)}
                  </span>
                )}
                {item.keys && <Kbd keys={item.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="flex items-center gap-1.5 border-t border-line bg-surface px-3.5 py-2 text-small text-muted">
        {isSearching && groups.length > 0 ? (
          texts.searching
        ) : (
          <>
            <Glyph icon={CornerDownLeft} size="small" /> {texts.enterOpens} · {texts.searchIsPrivate}
          </>
        )}
      </p>
    </>
  )
}
