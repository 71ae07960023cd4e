/** `/agents/new`. */
import { useCommand } from '#api/commands.ts'
import { NotAllowed } from '#parts/not-allowed.tsx'
import { useCreation } from '#parts/record-saving.ts'
import { useMay } from '#shell/may.ts'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { AgentForm } from './agent-form.tsx'
import { creationOf, notKept } from './draft.ts'

const back = { to: paths.agents(), label: 'Agents' }

export function Component() {
  const may = useMay('agentCreate')
  const { run } = useCommand('agentCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notKept })
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
