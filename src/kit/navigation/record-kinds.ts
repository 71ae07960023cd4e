/** The kinds of records that have a page of their own, such as calls and agents. The palette, the audit and its filter use this table. */
import { type Found, type RestoredVersion, restoredVersionText, type VersionKind } from '#contract/index.ts'
import { type NavPage, navPages } from './page-table.ts'
import { paths } from './paths.ts'

interface RecordKind {
  /** As in "Open the message flow with this ID". */
  label: string
  /** The name of its ID in the service's paths and in the audit. */
  idName: string
  path: (id: string) => string
  /** The page that lists the records. The kind has its icon, and is offered only if this page is. */
  listPage: NavPage['id']
  /** The format of the embedded service's IDs. Other services may use another one. */
  idPattern: RegExp
}

const recordIdPattern = /^[0-9a-f]{24}$/i

/** The most specific kinds come first: an entry of the audit that names a conversation and its agent is about the conversation. */
export const recordKinds: Readonly<Record<Found['kind'], RecordKind>> = {
  conversation: {
    label: 'conversation',
    idName: 'conversationId',
    path: paths.conversation,
    listPage: 'conversations',
    idPattern: recordIdPattern,
  },
  person: {
    label: 'person',
    idName: 'personId',
    path: paths.person,
    listPage: 'conversations',
    // Encrypted by the gateway, so nobody types or pastes it.
    idPattern: /^$/,
  },
  call: {
    label: 'call',
    idName: 'roomName',
    path: paths.call,
    listPage: 'calls',
    idPattern: /^[0-9a-f]{24}-[a-z0-9]+$/i,
  },
  batch: {
    label: 'batch',
    idName: 'batchId',
    path: (id) => paths.batch(id),
    listPage: 'batches',
    idPattern: /^batch_/,
  },
  flow: { label: 'flow', idName: 'flowId', path: paths.flow, listPage: 'flows', idPattern: recordIdPattern },
  'message-flow': {
    label: 'message flow',
    idName: 'messageFlowId',
    path: paths.messageFlow,
    listPage: 'message-flows',
    idPattern: recordIdPattern,
  },
  'messaging-agent': {
    label: 'messaging agent',
    idName: 'messagingAgentId',
    path: paths.messagingAgent,
    listPage: 'messaging-agents',
    idPattern: recordIdPattern,
  },
  agent: {
    label: 'agent',
    idName: 'agentId',
    path: paths.agent,
    listPage: 'agents',
    idPattern: recordIdPattern,
  },
}

/** The page that lists records of this kind. */
export function listPageOf(kind: Found['kind']): NavPage {
  const page = navPages.find(({ id }) => id === recordKinds[kind].listPage)
  if (!page) throw new Error(`No page lists ${kind}.`)
  return page
}

/** The link to the versions of a deleted record. */
export const seeVersions = 'See its versions and restore it'

/** The versions of a record. Not in `paths.ts`, because the first page loads that. @param since the version to compare with */
export const versionsPath = (kind: VersionKind, id: string, version?: number, since?: number): string =>
  `${recordKinds[kind].path(id)}/versions${version === undefined ? '' : `?version=${version}`}${since === undefined ? '' : `&since=${since}`}`

/** The parameter of a form's address that names the version with which the form is filled in. */
export const restoresParameter = 'restores'

/** The form that restores a version. @param isDeleted whether it creates the record again */
export const restoringPath = (kind: VersionKind, version: RestoredVersion, isDeleted: boolean): string =>
  `${isDeleted ? `${listPageOf(kind).path}/new` : `${recordKinds[kind].path(version.recordId)}/edit`}?${restoresParameter}=${restoredVersionText(version)}`

/** The deleted records of a kind. */
export const deletedPath = (kind: VersionKind): string => `${listPageOf(kind).path}/deleted`
