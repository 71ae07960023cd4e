/** `/flows/:flowId/edit`. Sends what was changed and nothing else, and never over somebody else's change. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { agentsRead } from '#components/agents/agent-picker.tsx'
import { flowsRead } from '#components/agents/use-readiness.ts'
import { useUpdate } from '#components/records/record-saving.ts'
import type { Flow } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { changesOf, differences, draftOf, notKept } from '../draft.ts'
import { FlowForm } from './flow-form.tsx'

const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })

export async function loader({ params: { flowId = '' } }: LoaderFunctionArgs) {
  // What was read a while ago is no ground to edit on.
  await queryClient.prefetchQuery(flowRead(flowId))
  return load(flowRead(flowId), agentsRead, flowsRead)
}

export function Component() {
  const { flowId = '' } = useParams()
  const reading = useRead(flowRead(flowId))
  const may = usePermission('flowUpdate')
  const name = reading.data?.name || 'flow'
  return (
    <Page>
      <PageHeader title={`Edit ${name}`} back={{ to: paths.flow(flowId), label: name }} />
      {may.allowed ? (
        <DataView
          reading={reading}
          loading={<SkeletonText lines={12} label="Loading the flow" />}
          isEmpty={() => false}
          empty={null}
        >
          {(flow) => <EditForm key={flowId} flow={flow} />}
        </DataView>
      ) : (
        <NotAllowed reason={may.reason} to={paths.flow(flowId)} label="Show the flow" />
      )}
    </Page>
  )
}

/** Whether the record shows anything else than when the form was opened. */
const isChanged = (opened: Flow, now: Flow): boolean => differences(draftOf(opened), draftOf(now)).length > 0

function EditForm({ flow }: { flow: Flow }) {
  const { run } = useCommand('flowUpdate')
  const save = useUpdate({
    read: flowRead(flow.id),
    changesOf,
    isChanged,
    send: (body: ReturnType<typeof changesOf>, key) => run({ params: { flowId: flow.id }, body, key }),
    notApplied: notKept,
  })
  return <FlowForm flow={flow} save={save} shownAt={({ id }) => paths.flow(id)} leaveTo={paths.flow(flow.id)} />
}
