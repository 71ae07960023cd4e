/** `/flows/new`. */
import { useCommand } from '#api/commands.ts'
import { load } from '#api/reads.ts'
import { agentsRead } from '#parts/agent-picker.tsx'
import { flowsRead } from '#parts/known-flows.ts'
import { NotAllowed } from '#parts/not-allowed.tsx'
import { useCreation } from '#parts/record-saving.ts'
import { useMay } from '#shell/may.ts'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { creationOf, notKept } from './draft.ts'
import { FlowForm } from './form/flow-form.tsx'

export const loader = () => load(agentsRead, flowsRead)

const back = { to: paths.flows(), label: 'Flows' }

export function Component() {
  const may = useMay('flowCreate')
  const { run } = useCommand('flowCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notKept })
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
