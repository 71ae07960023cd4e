/** `/flows/new`: creates a flow. */
import { useCommand } from '#api/commands.ts'
import { load } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { useCreation } from '#components/records/record-saving.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { creationOf, notApplied } from '../draft.ts'
import { listTitle, noun } from '../texts.tsx'
import { FlowForm } from './flow-form.tsx'

export const loader = () => load(agentsRead, flowsRead)

const back = { to: paths.flows(), label: listTitle }

export function Component() {
  const permission = usePermission('flowCreate')
  const { run } = useCommand('flowCreate')
  const save = useCreation({ bodyOf: creationOf, send: (body, key) => run({ body, key }), notApplied })
  const header = { title: recordTexts.newRecord(noun[0]), back }
  if (permission.allowed)
    return <FlowForm flow={null} save={save} pathOf={({ id }) => paths.flow(id)} leaveTo={paths.flows()} {...header} />
  return (
    <Page>
      <PageHeader {...header} />
      <NotAllowed reason={permission.reason} to={paths.flows()} label={recordTexts.showList(noun)} />
    </Page>
  )
}
