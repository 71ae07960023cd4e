/** One box that reaches everything: pages, actions, and whatever the team has seen. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import Bot from 'lucide-react/icons/bot'
import CircleStop from 'lucide-react/icons/circle-stop'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Keyboard from 'lucide-react/icons/keyboard'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneCall from 'lucide-react/icons/phone-call'
import Plus from 'lucide-react/icons/plus'
import Rows from 'lucide-react/icons/rows-3'
import SearchIcon from 'lucide-react/icons/search'
import SunMoon from 'lucide-react/icons/sun-moon'
import Waypoints from 'lucide-react/icons/waypoints'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#api/session.ts'
import type { Found } from '#contract/index.ts'
import { cx, floatLook } from '#ui/classes.ts'
import { Glyph, type Icon, Spinner } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { kindsOfId } from './ids.ts'
import { type Guarded, mayWith } from './may.ts'
import { placeOf, places, settingsPlaces } from './navigation.ts'
import { paths } from './paths.ts'
import { preference, setPreference } from './preferences.ts'
import { shortcuts } from './shortcut-table.ts'
import { useFound } from './use-found.ts'

interface Item {
  id: string
  title: string
  note: string
  icon: Icon
  keys?: string
  /** Why it cannot be done; its note then says so. */
  unusable?: boolean
  act: () => void
}
interface Group {
  value: string
  items: Item[]
}

const kinds: Record<Found['kind'], { icon: Icon; word: string; path: (id: string) => string }> = {
  agent: { icon: Bot, word: 'agent', path: paths.agent },
  flow: { icon: Waypoints, word: 'flow', path: paths.flow },
  batch: { icon: Rows, word: 'batch', path: (id) => paths.batch(id) },
  call: { icon: PhoneCall, word: 'room', path: paths.call },
  conversation: { icon: MessageSquare, word: 'conversation', path: paths.conversation },
}

const fits = (text: string, ...words: string[]) => words.join(' ').toLowerCase().includes(text.trim().toLowerCase())

/** Everything that the settings have, beside what the rail has. */
const settingsIcon = placeOf(paths.settings())?.icon ?? SearchIcon

interface Props {
  onClose: () => void
  onHelp: () => void
  onStop: () => void
}

export default function CommandPalette({ onClose, onHelp, onStop }: Props) {
  const navigate = useNavigate()
  const roles = useSession().operator?.roles ?? []
  const [text, setText] = useState('')
  const { found, problem, searching } = useFound(text)
  const go = (path: string) => () => {
    onClose()
    void navigate(path)
  }

  /** As it is for who may; for others it says why not. */
  const guarded = (needs: Guarded | undefined, item: Item): Item => {
    const { allowed, reason } = needs ? mayWith(roles, needs) : { allowed: true, reason: '' }
    return allowed ? item : { ...item, note: reason, unusable: true }
  }
  const pages = [
    ...places
      .filter(({ label, also }) => fits(text, label, also))
      .map(({ id, label, path, icon, keys }): Item => ({ id, title: label, note: '', icon, keys, act: go(path) })),
    // Only when sought: the settings themselves stand in the list already.
    ...settingsPlaces
      .filter(({ label, also }) => text.trim() !== '' && fits(text, label, also))
      .map(({ part, label, needs }) =>
        guarded(needs, {
          id: `settings/${part}`,
          title: label,
          note: 'Settings',
          icon: settingsIcon,
          act: go(paths.settings(part)),
        }),
      ),
  ]
  const actions = [
    { id: 'new-call', title: 'Place a call', icon: PhoneCall, needs: 'callPlace', act: go(paths.newCall()) },
    { id: 'new-batch', title: 'Start a batch', icon: Plus, needs: 'launchStart', act: go(paths.newBatch()) },
    { id: 'stop', title: 'Stop all running batches', icon: CircleStop, needs: 'batchesCancel', act: onStop },
    { id: 'new-agent', title: 'Create an agent', icon: Plus, needs: 'agentCreate', act: go(paths.newAgent()) },
    { id: 'new-flow', title: 'Create a flow', icon: Plus, needs: 'flowCreate', act: go(paths.newFlow()) },
    {
      id: 'invite',
      title: 'Invite an operator',
      icon: Plus,
      needs: 'operatorInvite',
      act: go(paths.settings('operators')),
    },
    { id: 'help', title: 'Keyboard shortcuts', icon: Keyboard, keys: shortcuts.help.keys, act: onHelp },
    {
      id: 'theme',
      title: 'Switch between light and dark',
      icon: SunMoon,
      act: () => {
        const dark = matchMedia('(prefers-color-scheme: dark)').matches
        const now = preference('theme')
        setPreference('theme', now === 'dark' || (now === 'system' && dark) ? 'light' : 'dark')
        onClose()
      },
    },
  ] as const satisfies readonly (Omit<Item, 'note'> & { needs?: Guarded })[]
  const offered = actions
    .filter(({ title }) => fits(text, title))
    .map((one): Item => guarded('needs' in one ? one.needs : undefined, { note: '', ...one }))
  const things = found.map(
    ({ kind, id, title, note }): Item => ({
      id: `${kind}/${id}`,
      title,
      note,
      icon: kinds[kind].icon,
      act: go(kinds[kind].path(id)),
    }),
  )
  const id = text.trim()
  const named = (searching || found.length > 0 ? [] : kindsOfId(id)).map(
    (kind): Item => ({
      id: `open/${kind}`,
      title: `Open the ${kinds[kind].word} with this ID`,
      note: '',
      icon: kinds[kind].icon,
      act: go(kinds[kind].path(id)),
    }),
  )
  const groups: Group[] = [
    { value: 'Pages', items: pages },
    { value: 'Actions', items: offered },
    // Last: what comes later must not move what is there.
    { value: 'Found', items: things },
    { value: 'Not seen by the team yet', items: named },
  ].filter(({ items }) => items.length > 0)

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center px-2 pt-[min(6rem,10dvh)] pb-2">
          <Dialog.Popup
            aria-label="Search or jump to"
            data-floats=""
            className={cx(
              floatLook,
              'flex max-h-[min(32rem,80dvh)] w-full max-w-xl flex-col overflow-clip rounded-large',
            )}
          >
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              value={text}
              onValueChange={setText}
              itemToStringValue={(item: Item) => item.title}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-2.5 border-b border-line px-3.5 text-muted">
                {searching ? <Spinner size={16} /> : <Glyph icon={SearchIcon} />}
                <Autocomplete.Input
                  aria-label="Search"
                  placeholder="A page, agent, flow, batch, room, number or ID"
                  spellCheck={false}
                  className="h-12 min-w-0 flex-1 bg-transparent text-large text-ink outline-none"
                />
                <Kbd keys="escape" />
              </div>
              <Autocomplete.Empty className="px-4 text-muted not-empty:py-6">
                {problem ||
                  (searching
                    ? 'Searching…'
                    : 'Nothing that the team has seen fits. A room, batch or conversation opens by its whole ID.')}
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5 data-empty:p-0">
                {(group: Group) => (
                  <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-1">
                    <Autocomplete.GroupLabel className="px-2.5 pt-1.5 pb-1 text-small text-muted">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: Item) => (
                        <Autocomplete.Item
                          key={item.id}
                          value={item}
                          disabled={item.unusable}
                          onClick={item.act}
                          className="flex min-h-row cursor-default items-center gap-2.5 rounded-base px-2.5 outline-none select-none data-disabled:text-faint data-highlighted:bg-accent-soft"
                        >
                          <span className="text-muted">
                            <Glyph icon={item.icon} />
                          </span>
                          <span className="min-w-0 flex-1 truncate">{item.title}</span>
                          {item.note && (
                            <span
                              className={cx(
                                'min-w-0 text-label text-muted',
                                item.unusable ? 'basis-1/2 text-pretty' : 'truncate',
                              )}
                            >
                              {item.note}
                            </span>
                          )}
                          {item.keys && <Kbd keys={item.keys} />}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <p className="flex items-center gap-1.5 border-t border-line bg-surface px-3.5 py-2 text-small text-muted">
                <Glyph icon={CornerDownLeft} size="small" /> opens · numbers and names that you type here stay out of
                addresses
              </p>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
