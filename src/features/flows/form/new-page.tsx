/** `/flows/new`. */
import { useCommand } from '#api/commands.ts'
import { load } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { useCreation } from '#components/records/record-saving.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { creationOf, notKept } from '../draft.ts'
import { FlowForm } from './flow-form.tsx'

export const loader = () => load(agentsRead, flowsRead)

const back = { to: paths.flows(), label: 'Flows' }

export function Component() {
  const may = usePermission('flowCreate')
  const { run } = useCommand('flowCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notApplied: notKept })
  return (
    <Page>
      <PageHeader title="New flow" back={back} />
      {may.allowed ? (
        <FlowForm flow={null} save={save} shownAt={({ id }) => paths.flow(id)} leaveTo={paths.flows()} />
      ) : (
        <NotAllowed reason={may.reason} to={paths.flows()} label="Show the flows" />
      )}
    </Page>
  )
}
