/** The page that creates or edits a flat record, which has no nested fields. Without an ID it creates one. */
import type { ReactNode } from 'react'
import { type ReadOptions, useRead } from '#api/reads.ts'
import { DeletedNotice } from '#components/records/deleted-notice.tsx'
import { type SendOptions, useCreation, useUpdate } from '#components/records/record-saving.ts'
import type { Restoration } from '#components/records/restoring/restored-record.ts'
import { Restoring, type RestoringProps } from '#components/records/restoring/restoring.tsx'
import * as texts from '#components/records/texts.tsx'
import { recordFinder } from '#components/records/unsaved/record-finder.ts'
import { UnsavedWorkProvider } from '#components/records/unsaved/unsaved-work-context.tsx'
import type { EndpointName, VersionKind } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { useIsPageLoading } from '#kit/navigation/page-loader.ts'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { type Fields, FlatForm } from './flat-form.tsx'
import type { FlatRecord } from './flat-record.ts'

interface WriteCommands<Rec> {
  create: (body: object, options: SendOptions) => Promise<Rec>
  replace: (id: string, body: object, options: SendOptions) => Promise<Rec>
}

/** Describes a kind of flat record to its form page. */
export interface FlatKind<Rec extends Draft & { _id: string; name: string; updatedAt: string }, Draft extends object> {
  noun: readonly [one: string, many: string]
  versions: VersionKind
  /** How a version is read, and the field that names its agent. */
  restoring: Pick<RestoringProps<Rec>, 'schema' | 'agent'>
  form: FlatRecord<Rec, Draft>
  /** The commands. Their permissions decide who can use the page. */
  endpoints: { create: EndpointName; replace: EndpointName }
  read: (id: string) => ReadOptions<Rec>
  listPath: string
  pathOf: (id: string) => string
  /** @param record null for a new one */
  controls: (fields: Fields<Draft>, record: Rec | null) => ReactNode
  /** A value as text, when two versions are compared. */
  formatValue?: (path: keyof Draft & string, value: unknown) => string
}
type RecordBase = { _id: string; name: string; updatedAt: string }
interface Props<Rec extends Draft & RecordBase, Draft extends object> {
  kind: FlatKind<Rec, Draft>
  /** Sends the commands. */
  writes: WriteCommands<Rec>
}

/** The name under which this device stores the form's unsaved changes. */
const formName = ({ noun: [one] }: { noun: readonly [one: string, many: string] }, id: string | null) =>
  `${one}/${id ?? 'new'}`

const Loading = ({ kind: { noun } }: { kind: { noun: readonly [one: string, many: string] } }) => (
  <SkeletonText lines={12} label={texts.loadingRecord(noun[0])} />
)

function NewForm<Rec extends Draft & RecordBase, Draft extends object>({
  kind,
  writes,
  restoration,
}: Props<Rec, Draft> & { restoration: Restoration<Rec> | null }) {
  const { form, noun, listPath, pathOf } = kind
  const save = useCreation<Rec, Draft, object, keyof Draft & string>({
    bodyOf: form.creationOf,
    restoration,
    send: writes.create,
    notApplied: form.notApplied,
  })
  return (
    <FlatForm
      noun={noun[0]}
      record={null}
      form={form}
      restoration={restoration}
      save={save}
      pathOf={({ _id }) => pathOf(_id)}
      formatValue={kind.formatValue}
      leaveTo={listPath}
    >
      {(fields) => kind.controls(fields, null)}
    </FlatForm>
  )
}

function EditForm<Rec extends Draft & RecordBase, Draft extends object>({
  kind,
  writes,
  id,
  record,
  restoration,
}: Props<Rec, Draft> & { id: string; record: Rec; restoration: Restoration<Rec> | null }) {
  const { form, noun, pathOf } = kind
  const save = useUpdate<Rec, Draft, object, keyof Draft & string>({
    read: kind.read(id),
    changesOf: form.replacementOf,
    restoration,
    isChanged: form.isChanged,
    send: (body, options) => writes.replace(id, body, options),
    notApplied: form.notApplied,
  })
  return (
    <FlatForm
      noun={noun[0]}
      record={record}
      form={form}
      restoration={restoration}
      save={save}
      pathOf={() => pathOf(id)}
      formatValue={kind.formatValue}
      leaveTo={pathOf(id)}
      deleted={<DeletedNotice kind={kind.versions} id={id} isForm />}
    >
      {(fields) => kind.controls(fields, record)}
    </FlatForm>
  )
}

function NewPage<Rec extends Draft & RecordBase, Draft extends object>({ kind, writes }: Props<Rec, Draft>) {
  const { noun, endpoints, listPath } = kind
  const permission = usePermission(endpoints.create)
  return (
    <Page width="narrow">
      <PageHeader title={texts.newRecord(noun[0])} back={{ to: listPath, label: texts.listTitle(noun) }} />
      {permission.allowed ? (
        <UnsavedWorkProvider
          form={formName(kind, null)}
          loading={<Loading kind={kind} />}
          findRecord={recordFinder(kind.read, (id) => `${kind.pathOf(id)}/edit`)}
        >
          <Restoring
            kind={kind.versions}
            current={null}
            {...kind.restoring}
            sent={null}
            loading={<Loading kind={kind} />}
          >
            {(restoration) => <NewForm kind={kind} writes={writes} restoration={restoration} />}
          </Restoring>
        </UnsavedWorkProvider>
      ) : (
        <NotAllowed reason={permission.reason} to={listPath} label={texts.showList(noun)} />
      )}
    </Page>
  )
}

function EditPage<Rec extends Draft & RecordBase, Draft extends object>({
  kind,
  writes,
  id,
}: Props<Rec, Draft> & { id: string }) {
  const { noun, endpoints, pathOf } = kind
  const [singular] = noun
  const query = useRead(kind.read(id))
  const isLoading = useIsPageLoading()
  const permission = usePermission(endpoints.replace)
  const name = query.data?.name || singular
  return (
    <Page width="narrow">
      <PageHeader title={texts.editTitle(name)} back={{ to: pathOf(id), label: name }} />
      {permission.allowed ? (
        <DataView
          query={isLoading ? { ...query, data: undefined } : query}
          loading={<Loading kind={kind} />}
          deleted={<DeletedNotice kind={kind.versions} id={id} isForm />}
        >
          {(record) => (
            <UnsavedWorkProvider form={formName(kind, id)} loading={<Loading kind={kind} />}>
              <Restoring
                kind={kind.versions}
                current={record}
                {...kind.restoring}
                sent={null}
                loading={<Loading kind={kind} />}
              >
                {(restoration) => (
                  <EditForm key={id} kind={kind} writes={writes} id={id} record={record} restoration={restoration} />
                )}
              </Restoring>
            </UnsavedWorkProvider>
          )}
        </DataView>
      ) : (
        <NotAllowed reason={permission.reason} to={pathOf(id)} label={texts.showRecord(singular)} />
      )}
    </Page>
  )
}

/** @param id undefined to create a record */
export const FlatFormPage = <Rec extends Draft & RecordBase, Draft extends object>({
  id,
  ...props
}: Props<Rec, Draft> & { id: string | undefined }) =>
  id === undefined ? <NewPage {...props} /> : <EditPage {...props} id={id} />
