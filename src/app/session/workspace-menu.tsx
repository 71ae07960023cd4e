/** Switches between workspaces. Loaded only if there are several. */
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useSession, useWorkspace } from '#api/session.ts'
import { chooseWorkspace } from '#api/workspace.ts'
import { paths } from '#kit/navigation/paths.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'

/** Reloads the document, so that no data of the previous workspace stay in it. */
function switchWorkspace(id: string) {
  chooseWorkspace(id)
  location.assign(paths.home())
}

export default function WorkspaceMenu() {
  const { workspaces } = useSession()
  const workspace = useWorkspace()
  if (!workspace) return null
  const items = workspaces.map(({ id, name }) => ({
    key: id,
    label: name,
    note: name === id ? undefined : id,
    checked: id === workspace.id,
    onSelect: () => id !== workspace.id && switchWorkspace(id),
  }))
  return (
    <Menu label="Workspaces" groups={[{ items }]}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="inline-flex h-control max-w-40 min-w-0 items-center gap-1 rounded-base px-1.5 text-muted hover:bg-hover hover:text-ink"
        >
          <span className="sr-only">{'Workspace: '}</span>
          <span className="truncate">{workspace.name}</span>
          <Glyph icon={ChevronsUpDown} size="small" />
        </button>
      )}
    </Menu>
  )
}
