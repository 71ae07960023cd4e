/** Fills a form in with the version that its address names. The form then saves it like every other change. */
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { read, useRead } from '#api/reads.ts'
import { fieldName, type RestoredVersion, readRestoredVersion, type VersionKind } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { restoresParameter } from '#kit/navigation/record-kinds.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { number } from '#ui/text/format-number.ts'
import { lostFields, type RecordFields, type Restoration, restoredRecord } from './restored-record.ts'

export interface RestoringProps<Rec extends object> {
  kind: VersionKind
  /** The record as it is; null: it was deleted, and the form creates another one. */
  current: Rec | null
  schema: z.ZodMiniType<Rec>
  /** The fields that the commands can send; null: all. */
  sent: readonly string[] | null
  /** The field that names the record's agent. */
  agent?: { field: string; kind: VersionKind }
  loading: ReactNode
  /** Surrounds what is shown instead of the form. */
  renderFrame?: (content: ReactNode) => ReactNode
  /** The form. @param restoration null: the address names no version */
  children: (restoration: Restoration<Rec> | null) => ReactNode
}

export function Restoring<Rec extends object>(props: RestoringProps<Rec>) {
  const header = useSearchParams()[0].get(restoresParameter) ?? ''
  const version = readRestoredVersion(header)
  return version ? <FromVersion {...props} header={header} version={version} /> : props.children(null)
}

function FromVersion<Rec extends object>({
  kind,
  current,
  schema,
  sent,
  agent,
  loading,
  renderFrame = (content) => content,
  children,
  header,
  version: { recordId, number: versionNumber },
}: RestoringProps<Rec> & { header: string; version: RestoredVersion }) {
  const query = useRead(read('versionShow', { params: { kind, recordId, number: String(versionNumber) } }))
  const { record, version } = query.data ?? {}
  const agentId = agent && record ? String(record[agent.field] ?? '') : ''
  // Switchboard's own versions: the service is not asked. Never those of an earlier form, because this one starts with them.
  const agentVersions = useRead({
    ...read('versionList', { params: { kind: agent?.kind ?? kind, recordId: agentId }, query: { limit: 1 } }),
    enabled: agentId !== '',
    gcTime: 0,
  })
  const isReady = agentId === '' || agentVersions.data !== undefined || agentVersions.refusal !== null
  if (!query.data || !isReady || !record || !version)
    return renderFrame(
      <DataView query={isReady ? query : { ...query, data: undefined }} loading={loading}>
        {() => <ErrorNote text={{ message: 'Nothing is known of the record in this version.' }} />}
      </DataView>,
    )
  const latest = agentVersions.data?.latest
  const isAgentGone = latest?.cause === 'deleted' || latest?.cause === 'deleted_elsewhere'
  const restored: RecordFields =
    agent && agentId !== '' && isAgentGone ? { ...record, [agent.field]: latest.restoredAs } : record
  const target = restoredRecord(restored, version.isPartial, current, (fields) => z.parse(schema, fields))
  const lost = sent ? lostFields(record, current, sent) : []
  const isLeftInactive = (['isActive', 'autopilot'] as const).some(
    (name) => record[name] === true && (target as RecordFields)[name] === false,
  )
  const notes = [
    current
      ? `Version ${number(versionNumber)} is filled in. Nothing changes until you save it.`
      : `Version ${number(versionNumber)} of the deleted record is filled in. It gets a new ID.`,
    isAgentGone &&
      (latest.restoredAs === null
        ? 'Its agent no longer exists.'
        : 'Its agent was restored under another ID, which is filled in.'),
    isLeftInactive && 'It was active. It stays inactive until you activate it.',
    lost.length > 0 && `Switchboard cannot send these fields of the version: ${lost.map(fieldName).join(', ')}.`,
  ]
  return children({ header, record: target, notes: notes.filter((note) => note !== false) })
}
