/** Texts of the page that imports records from a file. */
import { plural } from '#ui/text/format-number.ts'

export const fileProblem = (name: string, problem: string) =>
  `“${name}” cannot be imported. ${problem} Nothing was sent.`
export const back = 'Agents'

// What the file would create
export const planTitle = 'What will be created'
export const fileName = (name: string, counts: string) => `${name} · ${counts}`
export const columnName = 'Name'
export const unnamed = 'No name'
export const usesAgent = (name: string) => `Uses “${name}” from this file.`
export const agentNotChosen = (name: string) => `Created without an agent, because “${name}” is not imported.`
export const notOffered = 'This service does not offer this kind of record.'

// Creating
export const create = (counts: string) => (counts === '' ? 'Create' : `Create ${counts}`)
export const createRest = (count: number) => `Create the other ${plural(count, 'record', 'records')}`
export const created = 'Created'

// The outcome
export const allCreated = (counts: string) => `Created ${counts}.`
export const stopped = (createdCounts: string, missingCounts: string) =>
  `The import stopped. ${createdCounts === '' ? 'Nothing was created' : `Created: ${createdCounts}`}. Not created: ${missingCounts}.`
