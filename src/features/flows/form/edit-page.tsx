/** `/flows/:flowId/edit`. Sends only changed fields and never overwrites somebody else's change. */
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import { useUpdate } from '#components/records/record-saving.ts'
import { readForForm } from '#components/records/restoring/read-for-form.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { UnsavedWorkProvider } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { Flow } from '#contract/index.ts'
import { useIsPageLoading } from '#kit/navigation/page-loader.ts'
import { paths } from '#kit/navigation/paths.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { changesOf, differences, draftOf, notApplied } from '../draft.ts'
import { noun } from '../texts.tsx'
import type { EditorHeader } from './flow-editor.tsx'
import { FlowForm } from './flow-form.tsx'
import { LoadingFlow } from './loading-flow.tsx'
import { RestoringFlow } from './restoring-flow.tsx'

const flowRead = (flowId: string) => read('flowShow', { params: { flowId } })

export async function loader({ params: { flowId = '' }, request }: LoaderFunctionArgs) {
  // Editing starts from a fresh read, not from the cache.
  await readForForm(flowRead(flowId), request.url)
  return load(flowRead(flowId), agentsRead, flowsRead)
}

export function Component() {
  const { flowId = '' } = useParams()
  const query = useRead(flowRead(flowId))
  const isLoading = useIsPageLoading()
  const permission = usePermission('flowUpdate')
  const name = query.data?.name || 'flow'
  const header = {
    // The name is a field beside the title.
    title: recordTexts.editTitle(noun[0]),
    windowTitle: recordTexts.editTitle(name),
    back: { to: paths.flow(flowId), label: name },
  }
  const loading = <LoadingFlow query={query} header={header} />
  const flow = isLoading ? undefined : query.data
  if (flow && permission.allowed) {
    return (
      <UnsavedWorkProvider form={`flow/${flowId}`} loading={loading}>
        <RestoringFlow flow={flow} header={header}>
          {(restoration) => (
            <EditForm
              key={flowId}
              flow={flow}
              restoration={restoration}
              isDeleted={query.refusal?.isGone === true}
              {...header}
            />
          )}
        </RestoringFlow>
      </UnsavedWorkProvider>
    )
  }
  if (permission.allowed) return loading
  return (
    <Page width="wide">
      <PageHeader {...header} />
      <NotAllowed reason={permission.reason} to={paths.flow(flowId)} label={recordTexts.showRecord(noun[0])} />
    </Page>
  )
}

/** Whether somebody changed the flow after the form was opened. */
const isChanged = (opened: Flow, current: Flow): boolean => differences(draftOf(opened), draftOf(current)).length > 0

interface EditFormProps extends EditorHeader {
  flow: Flow
  restoration: Restoration<Flow> | null
  isDeleted: boolean
}

function EditForm({ flow, restoration, ...rest }: EditFormProps) {
  const { run } = useCommand('flowUpdate')
  const save = useUpdate({
    read: flowRead(flow.id),
    changesOf,
    restoration,
    isChanged,
    send: (body: ReturnType<typeof changesOf>, options) => run({ params: { flowId: flow.id }, body, ...options }),
    notApplied,
  })
  return (
    <FlowForm
      flow={flow}
      start={draftOf(flow)}
      restoration={restoration}
      save={save}
      pathOf={({ id }) => paths.flow(id)}
      leaveTo={paths.flow(flow.id)}
      {...rest}
    />
  )
}
