/** Texts of the page that imports records from a file. */
import { plural } from '#ui/text/format-number.ts'

export const title = 'Import records'
export const intro =
  'Creates agents, flows, messaging agents and message flows from a file that Switchboard exported, here or in another workspace. References between them are kept. You see everything before anything is sent.'
export const dropTitle = 'Drop a JSON file here'
export const chooseFile = 'Choose a file'
export const requirements = 'A .json file from “Export”, up to 20 MB.'
export const otherFile = 'Choose another file'
export const fileProblem = (name: string, problem: string) =>
  `“${name}” cannot be imported. ${problem} Nothing was sent.`
export const unreadable = 'The browser could not read it.'
export const back = 'Agents'

// What the file would create
export const planTitle = 'What will be created'
export const fileName = (name: string, counts: string) => `${name} · ${counts}`
export const columnKind = 'Kind'
export const columnName = 'Name'
export const columnNotes = 'Notes'
export const columnState = 'State'
export const unnamed = 'No name'
export const usesAgent = (name: string) => `Uses “${name}” from this file.`
export const agentNotChosen = (name: string) => `Created without an agent, because “${name}” is not imported.`
export const nameExists = 'A record with this name exists already. It stays as it is.'
export const notOffered = 'This service does not offer this kind of record.'

// Creating
export const create = (counts: string) => (counts === '' ? 'Create' : `Create ${counts}`)
export const createRest = (count: number) => `Create the other ${plural(count, 'record', 'records')}`
export const chooseFirst = 'Choose at least one record.'
export const tryAgain = 'Try again'
export const skip = 'Skip this record'
export const skipped = 'Skipped. Nothing was created.'
export const waiting = 'Not created yet'
export const creating = 'Creating…'
export const created = 'Created'
export const failed = 'Not created'
export const unknown = 'Unknown whether it was created'
export const leaveSubject = 'the records that are not created yet'

// The outcome
export const allCreated = (counts: string) => `Created ${counts}.`
export const stopped = (createdCounts: string, missingCounts: string) =>
  `The import stopped. ${createdCounts === '' ? 'Nothing was created' : `Created: ${createdCounts}`}. Not created: ${missingCounts}.`
export const importAnother = 'Import another file'
