/** `/agents/new`. */
import { useCommand } from '#api/commands.ts'
import { useCreation } from '#components/records/record-saving.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { AgentForm } from './agent-form.tsx'
import { creationOf, notKept } from './draft.ts'

const back = { to: paths.agents(), label: 'Agents' }

export function Component() {
  const may = usePermission('agentCreate')
  const { run } = useCommand('agentCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notApplied: notKept })
  return (
    <Page narrow>
      <PageHeader title="New agent" back={back} />
      {may.allowed ? (
        <AgentForm agent={null} save={save} shownAt={({ id }) => paths.agent(id)} leaveTo={paths.agents()} />
      ) : (
        <NotAllowed reason={may.reason} to={paths.agents()} label="Show the agents" />
      )}
    </Page>
  )
}
