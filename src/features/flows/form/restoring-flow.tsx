/** Fills the form of a flow in with the version that its address names. */
import type { ReactNode } from 'react'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import { Restoring } from '#components/records/restoring/restoring.tsx'
import * as recordTexts from '#components/records/texts.tsx'
import { Flow, FlowCreate } from '#contract/index.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { noun } from '../texts.tsx'
import type { EditorHeader } from './flow-editor.tsx'

interface Props {
  /** null: it was deleted. */
  flow: Flow | null
  header: EditorHeader
  children: (restoration: Restoration<Flow> | null) => ReactNode
}

export const RestoringFlow = ({ flow, header, children }: Props) => (
  <Restoring
    kind="flow"
    current={flow}
    schema={Flow}
    sent={Object.keys(FlowCreate.shape)}
    agent={{ field: 'agentId', kind: 'agent' }}
    loading={<SkeletonText lines={12} label={recordTexts.loadingRecord(noun[0])} />}
    renderFrame={(content) => (
      <Page width="wide">
        <PageHeader {...header} />
        {content}
      </Page>
    )}
  >
    {children}
  </Restoring>
)
