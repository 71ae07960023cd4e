/** Where one is; and where there are several workspaces, the way from one to another. */
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useSession, useWorkspace } from '#api/session.ts'
import { chooseWorkspace } from '#api/workspace.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'

/** Loaded anew: nothing that was read, opened or typed in one workspace is left in the other. */
function goTo(id: string) {
  chooseWorkspace(id)
  location.assign(paths.overview())
}

export function WorkspaceMenu() {
  const { workspaces } = useSession()
  const workspace = useWorkspace()
  if (!workspace) return null
  if (workspaces.length === 1) return <span className="hidden truncate text-muted md:inline">{workspace.name}</span>
  const items = workspaces.map(({ id, name }) => ({
    key: id,
    label: name,
    note: name === id ? undefined : id,
    checked: id === workspace.id,
    onSelect: () => id !== workspace.id && goTo(id),
  }))
  return (
    <Menu label="Workspaces" groups={[{ items }]}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="inline-flex h-control max-w-40 min-w-0 items-center gap-1 rounded-base px-1.5 text-muted hover:bg-hover hover:text-ink"
        >
          <span className="sr-only">Workspace: </span>
          <span className="truncate">{workspace.name}</span>
          <Glyph icon={ChevronsUpDown} size="small" />
        </button>
      )}
    </Menu>
  )
}
