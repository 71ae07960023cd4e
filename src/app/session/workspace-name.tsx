/** The workspace of this tab, as a menu if there are several. */
import { Suspense } from 'react'
import { useSession, useWorkspace } from '#api/session.ts'
import { lazyPart } from '#ui/lazy-part.ts'

const WorkspaceMenu = lazyPart(() => import('./workspace-menu.tsx'))

export function WorkspaceName() {
  const { workspaces } = useSession()
  const workspace = useWorkspace()
  if (!workspace) return null
  const name = (
    <span translate="no" dir="auto" className="hidden truncate text-muted md:inline">
      {workspace.name}
    </span>
  )
  if (workspaces.length === 1) return name
  return (
    <Suspense fallback={name}>
      <WorkspaceMenu />
    </Suspense>
  )
}
