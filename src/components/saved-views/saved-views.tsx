/** A menu of the saved views of a page, for its filter bar. Choosing a view goes to the address with its filters. */
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useMyId, useSession } from '#api/session.ts'
import { type SavedView, savedViewLimits, type ViewFilters, type ViewPage, viewWords } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { cx } from '#ui/classes.ts'
import { buttonClasses } from '#ui/forms/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { MenuGroup, MenuItem } from '#ui/overlays/menu-list.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { number } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import * as texts from './texts.tsx'
import type { ViewTask } from './view-dialog.tsx'
import { currentView, filtersOf, searchOf, visibleTo } from './views.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'))

/** Gives a view other filters. The notification can undo it. */
function useReplaceFilters() {
  const { run } = useCommand('savedViewChange')
  const replace = ({ id, name, filters: oldFilters }: SavedView, filters: ViewFilters) => {
    const params = { viewId: id }
    const undo = () =>
      run({ params, body: { filters: oldFilters } }).then(
        () => notify({ title: `View “${name}” has its previous filters again` }),
        notifyRefusal,
      )
    run({ params, body: { filters } }).then(
      () => notify({ title: `View “${name}” updated`, action: { label: 'Undo', onClick: () => void undo() } }),
      notifyRefusal,
    )
  }
  return replace
}

interface Props {
  page: ViewPage
  /** What it lists: "drafts". */
  many: string
  /** The words of the page's search field, if its views store them. */
  words?: string
  onWords?: (words: string) => void
}

export function SavedViews({ page, many, words = '', onWords }: Props) {
  const query = useRead(read('savedViewList', { query: { page } }))
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const replaceFilters = useReplaceFilters()
  const buttonId = useId()
  const myId = useMyId()
  const isAdministrator = useSession().operator?.roles.includes('admin') ?? false
  /** The view that was chosen or saved last. */
  const [chosenId, setChosenId] = useState('')
  const [task, setTask] = useState<ViewTask | null>(null)
  const views = visibleTo(query.data?.views ?? [], myId)
  const filters = filtersOf(page, search, words)
  const hasFilters = Object.keys(filters).length > 0
  const [hadFilters, setHadFilters] = useState(hasFilters)
  if (hadFilters !== hasFilters) {
    setHadFilters(hasFilters)
    // Filters that somebody chooses after all were cleared are no changed view.
    if (!hasFilters) setChosenId('')
  }
  const current = currentView(views, filters, chosenId, myId)

  const choose = (view: SavedView | null) => {
    setChosenId(view?.id ?? '')
    onWords?.(view?.filters[viewWords] ?? '')
    void navigate(view ? searchOf(view.filters) : '?', { preventScrollReset: true })
  }
  const itemOf = (view: SavedView): MenuItem => ({
    key: view.id,
    label: visible(view.name),
    note: view.ownerId !== myId && <>Saved by {visible(view.owner)}</>,
    checked: view.id === current?.view.id && !current.isChanged,
    onSelect: () => choose(view),
  })
  const actionsOn = ({ view, isChanged }: NonNullable<typeof current>): MenuItem[] => [
    ...(isChanged
      ? [
          {
            key: 'replace',
            label: <>Update “{visible(view.name)}” to these filters</>,
            onSelect: () => replaceFilters(view, filters),
          },
        ]
      : []),
    {
      key: 'edit',
      label: <>Rename or share “{visible(view.name)}”…</>,
      onSelect: () => setTask({ kind: 'edit', view }),
    },
    { key: 'delete', label: <>Delete “{visible(view.name)}”…</>, onSelect: () => setTask({ kind: 'delete', view }) },
  ]
  const hasRoom = views.filter(({ ownerId }) => ownerId === myId).length < savedViewLimits.perPage
  const groups: MenuGroup[] = [
    {
      items: [
        { key: 'all', label: `All ${many}`, checked: !hasFilters, onSelect: () => choose(null) },
        ...(query.refusal ? [{ key: 'retry', label: 'Load again', onSelect: query.retry }] : []),
      ],
    },
    { label: texts.ownViews, items: views.filter(({ isShared }) => !isShared).map(itemOf) },
    { label: texts.teamViews, items: views.filter(({ isShared }) => isShared).map(itemOf) },
    {
      items: [
        {
          key: 'save',
          label: 'Save this view…',
          disabledReason: hasFilters
            ? !hasRoom && `You have ${number(savedViewLimits.perPage)} views of this page. Delete one first.`
            : 'Choose a filter first.',
          onSelect: () => setTask({ kind: 'save', page, filters }),
        },
        ...(current && (current.view.ownerId === myId || isAdministrator) ? actionsOn(current) : []),
      ],
    },
  ]
  return (
    <>
      <Menu
        label={texts.views}
        align="start"
        groups={groups.filter(({ items }) => items.length > 0)}
        header={query.refusal?.message ?? (query.isLoading && 'Loading views…')}
      >
        {(trigger) => (
          <button
            type="button"
            {...trigger}
            id={buttonId}
            className={cx(buttonClasses('quiet'), 'max-w-60 min-w-0', current && 'print:inline-flex!')}
          >
            <Glyph icon={Bookmark} />
            {current ? (
              <>
                <span className="sr-only">{texts.viewPrefix}</span>
                <span dir="auto" className="truncate">
                  {visible(current.view.name)}
                </span>
                {current.isChanged && <span className="text-muted">{texts.changed}</span>}
              </>
            ) : (
              <span className="max-sm:sr-only">{texts.views}</span>
            )}
            <Glyph icon={ChevronDown} size="small" />
          </button>
        )}
      </Menu>
      {task && (
        <Suspense>
          <ViewDialog
            task={task}
            onClose={() => setTask(null)}
            onSaved={({ id }) => setChosenId(id)}
            finalFocus={() => document.getElementById(buttonId)}
          />
        </Suspense>
      )}
    </>
  )
}
