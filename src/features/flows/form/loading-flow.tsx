/** The page of a form while its flow is loading, or if it could not be read. */

import type { QueryState } from '#api/reads.ts'
import * as recordTexts from '#components/records/texts.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { noun } from '../texts.tsx'
import type { EditorHeader } from './flow-editor.tsx'

export const LoadingFlow = ({ query, header }: { query: QueryState<unknown>; header: EditorHeader }) => (
  <Page width="wide">
    <PageHeader {...header} />
    <DataView
      query={{ ...query, data: undefined }}
      loading={<SkeletonText lines={12} label={recordTexts.loadingRecord(noun[0])} />}
    >
      {() => null}
    </DataView>
  </Page>
)
