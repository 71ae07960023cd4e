/** The results of the command palette: where one was, actions, pages, and records that the team has seen. Its input is in palette.tsx. */

import Bookmark from 'lucide-react/icons/bookmark'
import CircleStop from 'lucide-react/icons/circle-stop'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import History from 'lucide-react/icons/history'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import PhoneCall from 'lucide-react/icons/phone-call'
import Plus from 'lucide-react/icons/plus'
import SearchIcon from 'lucide-react/icons/search'
import SunMoon from 'lucide-react/icons/sun-moon'
import Zap from 'lucide-react/icons/zap'
import { type RefObject, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Answer } from '#api/client.ts'
import { queryClient } from '#api/reads.ts'
import { permissionOf, useMyId, useSession } from '#api/session.ts'
import { numberHint } from '#components/people/texts.ts'
import { searchOf, visibleTo } from '#components/saved-views/views.ts'
import { useSearchResults } from '#components/search/use-search-results.ts'
import { type EndpointName, type Found, fitsWords, type ReadName, type SavedView } from '#contract/index.ts'
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { activeShortcuts, runShortcut } from '#kit/keyboard/shortcuts.ts'
import { pageKeywords } from '#kit/navigation/navigation-texts.ts'
import { type NavPage, navPages, pageOf, useIsOffered } from '#kit/navigation/page-table.ts'
import { paths } from '#kit/navigation/paths.ts'
import { recentPages } from '#kit/navigation/recent-pages.ts'
import { listPageOf, recordKinds } from '#kit/navigation/record-kinds.ts'
import { settingsPages } from '#kit/navigation/settings-pages.ts'
import { preference, setPreference } from '#kit/preferences.ts'
import { cx } from '#ui/classes.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { KeyHint } from '#ui/text/kbd.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { useSignOut } from '../session/use-sign-out.ts'
import { kindsOfId } from './pasted-id.ts'
import { byName, type Item, optionId, useHighlighted } from './use-highlighted.ts'

/**
 * The saved views of the page behind the palette, as items. Only a page that has read its views has some, so this requests nothing.
 *
 * @returns the items that fit a search text; none without a text
 */
function useViewItems(text: string, navigateTo: (path: string) => () => void): Item[] {
  const { pathname } = useLocation()
  const myId = useMyId()
  if (text.trim() === '') return []
  const cached = queryClient.getQueriesData<Answer<{ views: SavedView[] }>>({
    queryKey: ['savedViewList' satisfies ReadName],
    type: 'active',
  })
  return cached
    .flatMap(([, answer]) => visibleTo(answer?.data.views ?? [], myId))
    .map(({ id, name, filters }) => ({
      id: `view/${id}`,
      title: `View: ${name}`,
      note: '',
      icon: Bookmark,
      run: navigateTo(pathname + searchOf(filters)),
    }))
    .filter(({ title }) => fitsWords(text, title))
}

const SignOut = lazyPart(() => import('../session/sign-out.tsx'))

/** What is offered before anything is typed. */
const firstActions: ReadonlySet<string> = new Set(['new-call', 'new-batch', 'stop', 'theme'])

const kindHeadings: Record<Found['kind'], string> = {
  call: 'Calls',
  person: 'People',
  conversation: 'Conversations',
  batch: 'Batches',
  agent: 'Agents',
  'messaging-agent': 'Messaging agents',
  flow: 'Flows',
  'message-flow': 'Message flows',
}
const searching = 'Searching…'
const settingsIcon = pageOf(paths.settings())?.icon ?? SearchIcon

interface Props {
  /** The typed text. */
  text: string
  /** The input, which has the focus. */
  input: RefObject<HTMLInputElement | null>
  onClose: () => void
  onHelp: () => void
  onStop: () => void
}

export default function CommandPalette({ text, input, onClose, onHelp, onStop }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { operator, switchable } = useSession()
  const roles = operator?.roles ?? []
  const [unfinished, setUnfinished] = useState<readonly string[]>([])
  const signOut = useSignOut(operator?.id ?? '', setUnfinished)
  /** The shortcuts of the page behind the palette, as they were when it opened. */
  const [pageShortcuts] = useState(() => activeShortcuts().filter((name) => shortcuts[name].scope !== 'everywhere'))
  const { found, problem, isSearching } = useSearchResults(text)
  const isOffered = useIsOffered()
  const navigateTo = (path: string) => () => {
    onClose()
    void navigate(path)
  }

  const viewItems = useViewItems(text, navigateTo)
  const isTyped = text.trim() !== ''
  // What was typed finds them among the results.
  const recentItems = (isTyped ? [] : recentPages(pathname)).map(
    ({ path, title, list }): Item => ({
      id: `recent${path}`,
      title,
      note: list,
      icon: History,
      run: navigateTo(path),
    }),
  )

  /** Disables the item and adds the reason if the operator may not use the endpoint. */
  const withPermission = (needs: EndpointName | undefined, item: Item): Item => {
    const { allowed, reason } = needs ? permissionOf(roles, needs) : { allowed: true, reason: '' }
    return allowed ? item : { ...item, note: reason, isDisabled: true }
  }
  const pageItems = [
    ...navPages
      .filter(isOffered)
      .filter(({ id, label }) => fitsWords(text, label, pageKeywords[id]))
      .map(
        ({ id, label, path, icon, keys }): Item => ({ id, title: label, note: '', icon, keys, run: navigateTo(path) }),
      ),
    // Without a search text, the one item for all settings is enough.
    ...settingsPages
      .filter(({ label, keywords }) => isTyped && fitsWords(text, label, keywords))
      .map(({ part, label, needs }) =>
        withPermission(needs, {
          id: `settings/${part}`,
          title: label,
          note: 'Settings',
          icon: settingsIcon,
          run: navigateTo(paths.settings(part)),
        }),
      ),
  ]
  const actions = [
    { id: 'new-call', title: 'Place a call', icon: PhoneCall, needs: 'callPlace', run: navigateTo(paths.newCall()) },
    { id: 'new-batch', title: 'New batch', icon: Plus, needs: 'launchStart', run: navigateTo(paths.newBatch()) },
    {
      id: 'stop',
      title: 'Stop all batches',
      icon: CircleStop,
      needs: 'batchesCancel',
      words: 'cancel, halt, emergency, running, scheduled',
      run: onStop,
    },
    { id: 'new-agent', title: 'Create agent', icon: Plus, needs: 'agentCreate', run: navigateTo(paths.newAgent()) },
    {
      id: 'new-messaging-agent',
      title: 'Create messaging agent',
      icon: Plus,
      needs: 'messagingAgentCreate',
      capability: 'messaging-agents',
      run: navigateTo(paths.newMessagingAgent()),
    },
    { id: 'new-flow', title: 'Create flow', icon: Plus, needs: 'flowCreate', run: navigateTo(paths.newFlow()) },
    {
      id: 'new-message-flow',
      title: 'Create message flow',
      icon: Plus,
      needs: 'messageFlowCreate',
      capability: 'message-flows',
      run: navigateTo(paths.newMessageFlow()),
    },
    {
      id: 'invite',
      title: 'Invite operator',
      icon: Plus,
      needs: 'operatorInvite',
      words: 'add, user, account, colleague',
      run: navigateTo(paths.settings('operators')),
    },
    {
      id: 'help',
      title: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: shortcuts.help.keys,
      words: 'help, keys, hotkeys, ?',
      run: onHelp,
    },
    {
      id: 'theme',
      title: 'Switch between light and dark theme',
      icon: SunMoon,
      words: 'appearance, mode, night',
      run: () => {
        const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
        const theme = preference('theme')
        setPreference('theme', theme === 'dark' || (theme === 'system' && isSystemDark) ? 'light' : 'dark')
        onClose()
      },
    },
    // In a simulation without accounts nobody is signed in.
    ...(switchable.length === 0
      ? [
          {
            id: 'sign-out',
            title: 'Sign out',
            icon: LogOut,
            words: 'log out, logout, leave, exit',
            run: () => void signOut(),
          },
        ]
      : []),
  ] as const satisfies readonly (Omit<Item, 'note'> & { needs?: EndpointName; words?: string } & Pick<
      NavPage,
      'capability'
    >)[]
  const actionItems = actions
    .filter(
      (action) =>
        (isTyped || firstActions.has(action.id)) &&
        isOffered({ capability: 'capability' in action ? action.capability : undefined }) &&
        fitsWords(text, action.title, 'words' in action ? action.words : ''),
    )
    .map((action): Item => withPermission('needs' in action ? action.needs : undefined, { note: '', ...action }))
  const pageActionItems = pageShortcuts
    .filter((name) => isTyped && fitsWords(text, shortcuts[name].label))
    .map(
      (name): Item => ({
        id: `press/${name}`,
        title: shortcuts[name].label,
        note: '',
        icon: Zap,
        keys: shortcuts[name].keys,
        run: () => {
          onClose()
          // After the focus has returned to the page.
          setTimeout(() => runShortcut(name))
        },
      }),
    )
  const resultItems = found.map(({ kind, id, title, note }) => ({
    kind,
    item: {
      id: `${kind}/${id}`,
      title,
      note,
      icon: listPageOf(kind).icon,
      run: navigateTo(recordKinds[kind].path(id)),
    } satisfies Item,
  }))
  const id = text.trim()
  // A search also finds what only contains the ID, such as the calls of an agent.
  const isFound = found.some((result) => result.id === id)
  const idItems = (isSearching || isFound ? [] : kindsOfId(id).filter((kind) => isOffered(listPageOf(kind)))).map(
    (kind): Item => ({
      id: `open/${kind}`,
      title: `Open the ${recordKinds[kind].label} with this ID`,
      note: '',
      icon: listPageOf(kind).icon,
      run: navigateTo(recordKinds[kind].path(id)),
    }),
  )
  const groups: { value: string; items: Item[] }[] = [
    { value: 'Recent', items: recentItems },
    { value: 'Actions', items: isTyped ? [] : actionItems },
    // Before what acts at once: whoever types "approve" and presses Enter may want the page of the drafts.
    { value: 'Pages', items: byName(pageItems, text) },
    { value: 'On this page', items: [...viewItems, ...pageActionItems] },
    { value: 'Actions', items: isTyped ? byName(actionItems, text) : [] },
    // Last, so that results that arrive later do not move the others.
    ...[...Map.groupBy(resultItems, ({ kind }) => kind)].map(([kind, results]) => ({
      value: kindHeadings[kind],
      items: results.map(({ item }) => item),
    })),
    { value: 'Open by ID', items: idItems },
  ].filter(({ items }) => items.length > 0)

  const highlighted = useHighlighted(
    groups.flatMap(({ items }) => items),
    text,
    input,
  )

  return (
    <>
      {operator && unfinished.length > 0 && (
        <Suspense>
          <SignOut operatorId={operator.id} names={unfinished} onClose={() => setUnfinished([])} />
        </Suspense>
      )}
      {groups.length === 0 && (
        <output className="block px-4 py-6 text-muted">
          {problem ||
            (isSearching
              ? searching
              : `No results. ${numberHint(text) || 'If nobody on your team has opened it yet, enter its full ID.'}`)}
        </output>
      )}
      <div
        id="palette-list"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have icons and notes
        role="listbox"
        aria-label="Results"
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
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have icons and notes
                role="option"
                tabIndex={-1}
                aria-selected={item.id === highlighted.id}
                aria-disabled={item.isDisabled}
                data-highlighted={item.id === highlighted.id ? '' : undefined}
                data-disabled={item.isDisabled ? '' : undefined}
                onPointerMove={() => highlighted.choose(item)}
                // Keeps the focus in the input.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => !item.isDisabled && item.run()}
                className="flex min-h-row cursor-default items-center gap-2.5 rounded-base px-2.5 outline-none select-none data-disabled:text-faint data-highlighted:bg-accent-soft"
              >
                <span className="text-muted">
                  <Glyph icon={item.icon} />
                </span>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {visible(item.title)}
                </span>
                {item.note && (
                  <span
                    dir="auto"
                    className={cx(
                      'min-w-0 text-label text-muted',
                      item.isDisabled ? 'basis-1/2 text-pretty' : 'max-w-3/5 truncate',
                    )}
                  >
                    {visible(item.note)}
                  </span>
                )}
                {item.keys && <KeyHint keys={item.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="flex items-center gap-1.5 border-t border-line bg-surface px-3.5 py-2 text-small text-muted">
        {isSearching && groups.length > 0 ? (
          searching
        ) : (
          <>
            <Glyph icon={CornerDownLeft} size="small" /> opens · Any ID or phone number opens its page
          </>
        )}
      </p>
    </>
  )
}
