/** `/agents/new`. */
import { useCommand } from '#api/commands.ts'
import { useCreation } from '#components/records/record-saving.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { AgentForm } from './agent-form.tsx'
import { creationOf, notApplied } from './draft.ts'
import * as texts from './texts.ts'

const back = { to: paths.agents(), label: texts.listTitle }

export function Component() {
  const permission = usePermission('agentCreate')
  const { run } = useCommand('agentCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notApplied })
  return (
    <Page narrow>
      <PageHeader title={texts.newTitle} back={back} />
      {permission.allowed ? (
        <AgentForm agent={null} save={save} pathOf={({ id }) => paths.agent(id)} leaveTo={paths.agents()} />
      ) : (
        <NotAllowed reason={permission.reason} to={paths.agents()} label={texts.showAgents} />
      )}
    </Page>
  )
}
