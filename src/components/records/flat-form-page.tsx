/** The page on which a flat record is created or edited: one page for both, told apart by whether there is an ID. */
import type { ReactNode } from 'react'
import { type Read, useRead } from '#api/reads.ts'
import type { EndpointName } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { NotAllowed } from '#kit/page/not-allowed.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { type Fields, FlatForm } from './flat-form.tsx'
import type { FlatRecord } from './flat-record.ts'
import { useCreation, useUpdate } from './record-saving.ts'

interface Writes<Rec> {
  create: (body: object, key: string) => Promise<Rec>
  replace: (id: string, body: object, key: string) => Promise<Rec>
}

/** What such a page has to know of its records. */
export interface FlatKind<Rec extends Draft & { _id: string; name: string; updatedAt: string }, Draft extends object> {
  noun: readonly [one: string, many: string]
  form: FlatRecord<Rec, Draft>
  /** The commands, by which it is known who may use the page. */
  endpoints: { create: EndpointName; replace: EndpointName }
  read: (id: string) => Read<Rec>
  listAt: string
  shownAt: (id: string) => string
  /** @param record null for a new one */
  controls: (fields: Fields<Draft>, record: Rec | null) => ReactNode
  /** A value in words, where two versions are shown beside each other. */
  shown?: (path: keyof Draft & string, value: unknown) => string
}
type Base = { _id: string; name: string; updatedAt: string }
interface Props<Rec extends Draft & Base, Draft extends object> {
  kind: FlatKind<Rec, Draft>
  /** Sends the commands. */
  writes: Writes<Rec>
}

function NewForm<Rec extends Draft & Base, Draft extends object>({ kind, writes }: Props<Rec, Draft>) {
  const { form, noun, listAt, shownAt } = kind
  const save = useCreation<Rec, Draft, object, keyof Draft & string>({
    bodyOf: form.creationOf,
    send: writes.create,
    notKept: form.notKept,
  })
  return (
    <FlatForm
      noun={noun[0]}
      record={null}
      form={form}
      save={save}
      shownAt={({ _id }) => shownAt(_id)}
      shown={kind.shown}
      leaveTo={listAt}
    >
      {(fields) => kind.controls(fields, null)}
    </FlatForm>
  )
}

function EditForm<Rec extends Draft & Base, Draft extends object>({
  kind,
  writes,
  id,
  record,
}: Props<Rec, Draft> & { id: string; record: Rec }) {
  const { form, noun, shownAt } = kind
  const save = useUpdate<Rec, Draft, object, keyof Draft & string>({
    read: kind.read(id),
    changesOf: form.replacementOf,
    isChanged: form.isChanged,
    send: (body, key) => writes.replace(id, body, key),
    notKept: form.notKept,
  })
  return (
    <FlatForm
      noun={noun[0]}
      record={record}
      form={form}
      save={save}
      shownAt={() => shownAt(id)}
      shown={kind.shown}
      leaveTo={shownAt(id)}
    >
      {(fields) => kind.controls(fields, record)}
    </FlatForm>
  )
}

function NewPage<Rec extends Draft & Base, Draft extends object>({ kind, writes }: Props<Rec, Draft>) {
  const { noun, endpoints, listAt } = kind
  const [one, many] = noun
  const may = usePermission(endpoints.create)
  return (
    <Page narrow>
      <PageHeader
        title={`New ${one}`}
        back={{ to: listAt, label: many.replace(/^./, (letter) => letter.toUpperCase()) }}
      />
      {may.allowed ? (
        <NewForm kind={kind} writes={writes} />
      ) : (
        <NotAllowed reason={may.reason} to={listAt} label={`Show the ${many}`} />
      )}
    </Page>
  )
}

function EditPage<Rec extends Draft & Base, Draft extends object>({
  kind,
  writes,
  id,
}: Props<Rec, Draft> & { id: string }) {
  const { noun, endpoints, shownAt } = kind
  const [one] = noun
  const reading = useRead(kind.read(id))
  const may = usePermission(endpoints.replace)
  const name = reading.data?.name || one
  return (
    <Page narrow>
      <PageHeader title={`Edit ${name}`} back={{ to: shownAt(id), label: name }} />
      {may.allowed ? (
        <DataView
          reading={reading}
          loading={<SkeletonText lines={12} label={`Loading the ${one}`} />}
          isEmpty={() => false}
          empty={null}
        >
          {(record) => <EditForm key={id} kind={kind} writes={writes} id={id} record={record} />}
        </DataView>
      ) : (
        <NotAllowed reason={may.reason} to={shownAt(id)} label={`Show the ${one}`} />
      )}
    </Page>
  )
}

/** @param id undefined for a new one */
export const FlatFormPage = <Rec extends Draft & Base, Draft extends object>({
  id,
  ...props
}: Props<Rec, Draft> & { id: string | undefined }) =>
  id === undefined ? <NewPage {...props} /> : <EditPage {...props} id={id} />
