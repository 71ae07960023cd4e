/** Texts of the settings page and of its parts that have no folder of their own. */
import type { ReactNode } from 'react'
import type { Capability, Session } from '#contract/index.ts'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'

/** The icon and the words of a status label. */
interface StateText {
  state: StatusKind
  label: string
}

// settings-page.tsx
export const settingsNavigation = 'Settings'
export const allSettings = 'All settings'

// appearance-part.tsx
export const thisBrowser = 'This browser'
export const theme = 'Theme'
export const themeNames = { system: 'Match system', light: 'Light', dark: 'Dark' }

// desktop-notifications.tsx
export const desktopNotifications = 'Desktop notifications'
export const desktopNotificationsHint =
  'While this tab is hidden, you are notified when a batch ends or fails, when drafts are waiting for review, and when an outcome is unknown.'
export const callNotifications = 'Notifications about calls that go wrong'
export const callNotificationsHint =
  'While this tab is hidden, its title and a notification tell you when a customer asks for a person, a watched word is said, the sentiment turns negative, or the agent repeats itself. If the service lists its calls, Switchboard then reads the list every 15 seconds, once for the whole team. If it does not, you learn only of calls that a colleague is watching.'
export const notificationsBlocked =
  'This browser blocks notifications from Switchboard. Allow them for this site in the browser’s settings.'

// keyboard-part.tsx
export const shortcuts = 'Shortcuts'
export const openShortcutsAnywhere = (key: ReactNode) => <>Press {key} on any page to open this list</>

// connection-test.tsx
export const connectionTest = 'Connection test'
export const testConnection = (requests: number) => `Test connection (${plural(requests, 'request', 'requests')})`
export const connectionTestHint =
  'Reads one agent and checks which optional features the service has. Shows the fingerprint of the API key, never the key itself.'
export const testResultTerm = 'Result'
export const responseTimeTerm = 'Response time'
export const milliseconds = (count: number) => `${number(Math.round(count))} ms`
export const noResponseTime = '–'
export const requestsUsedTerm = 'Used'
export const requestsUsed = (requests: number) => plural(requests, 'request', 'requests')
export const keyFingerprintTerm = 'API key fingerprint'
export const availableFeatures = (count: number) => `${number(count)} available`

// service-part.tsx
export const connection = 'Connection'
export const addressTerm = 'Address'
export const copiedAddress = 'address'
export const referenceTerm = 'Reference'
export const openReference = 'All endpoints, and how to simulate failures'
export const stateTerm = 'State'
export const serviceStates: Record<Session['service']['state'], StateText> = {
  up: { state: 'done', label: 'Connected' },
  down: { state: 'failed', label: 'Not responding' },
  key_refused: { state: 'failed', label: 'Rejects the API key' },
  unknown: { state: 'unknown', label: 'No response yet' },
}
export const since = (time: ReactNode) => <>since {time}</>
export const modeTerm = 'Mode'
export const workspaces = 'Workspaces'
export const copiedWorkspaceId = 'workspace ID'
export const currentWorkspace = 'Current'
export const plan = 'Plan'
export const planRequestsTerm = 'Requests'
export const planRequests = (perMinute: number) => `${number(perMinute)} a minute for the whole organization`
export const planCallsTerm = 'Calls'
export const planCalls = (count: number) => `Up to ${plural(count, 'call', 'calls')} at once`
export const optionalFeatures = 'Optional features'
export const featureNames: Record<Capability, string> = {
  'active-calls': 'Live call list, ending and taking over calls',
  history: 'Call history',
  conversations: 'Conversation list and drafts',
  'messaging-agents': 'Messaging agents',
  'message-flows': 'Message flows',
}
export const featureNotChecked: StateText = { state: 'waiting', label: 'Not checked yet' }
export const featureAvailable: StateText = { state: 'done', label: 'Available' }
export const featureNotAvailable: StateText = { state: 'off', label: 'Not available' }
export const showFeaturePage = (page: string) => `Show ${page.toLowerCase()}`

// stop-part.tsx
export const changes = 'Changes'
export const changesStopped = 'Stopped'
export const changesAllowed = 'Allowed'
export const stoppedByTerm = 'Stopped by'
export const stoppedSinceTerm = 'Since'
export const stopReason = 'Reason'
export const whileStoppedTerm = 'While stopped'
export const whileStopped =
  'Nobody in any workspace can place or take over calls, start batches, draft or review messages, or change agents and flows.'
export const notAffectedTerm = 'Not affected'
export const notAffected = 'Calls and batches that have started continue. You can still cancel batches and end calls.'
export const stopChanges = 'Stop all changes'
export const stopChangesTitle = 'Stop all changes for everyone?'
export const stopChangesEffect = `${whileStopped} This lasts until an administrator allows changes again.`
export const stopChangesDetails = `${notAffected} To stop running batches, use the separate button on this page. Decisions in their undo window are not sent. They return to the reviewer.`
export const stopReasonHint = 'Everyone sees it with your name.'
export const enterReasonFirst = 'Enter a reason first.'
export const changesAreStopped = 'All changes are stopped.'
export const allowChanges = 'Allow changes'
export const allowChangesTitle = 'Allow changes again?'
export const allowChangesEffect =
  'Everyone can place calls, start batches and review messages again. Requests that were refused are not sent.'
export const changesAreAllowed = 'Changes are allowed again.'
export const cancel = 'Cancel'

// data-part.tsx
export const backups = 'Backups'
export const loadingBackups = 'Loading backups…'
export const databaseTerm = 'Database'
export const embeddedDatabase = 'Embedded, in a file on this machine'
export const postgresDatabase = 'PostgreSQL'
export const backupFolderTerm = 'Backup folder'
export const copiedFolder = 'folder'
export const backupsTerm = 'Backups'
export const noBackups = 'No backups'
export const backupSize = (megabytes: number) => `${number(megabytes)} MB`
export const makeBackup = 'Make backup'
export const backupMade = 'Backup made.'
export const backupContents = (command: ReactNode) => (
  <>
    A backup contains everything that Switchboard stores: operators and their password hashes, the audit, phone numbers
    and messages of the last days, and the recipients of waiting batches. Only the user who runs Switchboard on this
    machine can read it. Copy it to another machine, and protect it there. Switchboard keeps the three latest backups,
    and continues to work while it makes one. For regular backups, run {command} on this machine.
  </>
)
export const postgresBackups =
  'Use PostgreSQL’s own tools, such as pg_dump. Switchboard detects when it is started with restored data.'
