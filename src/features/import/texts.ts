/** Texts of the page that imports records from a file. */

export const back = 'Agents'

// What the file would create
export const planTitle = 'What will be created'
export const columnName = 'Name'
export const unnamed = 'No name'
export const notOffered = 'This service does not offer this kind of record.'

// Creating
export const create = (counts: string) => (counts === '' ? 'Create' : `Create ${counts}`)

// The outcome
export const allCreated = (counts: string) => `Created ${counts}.`
export const stopped = (createdCounts: string, missingCounts: string) =>
  `The import stopped. ${createdCounts === '' ? 'Nothing was created' : `Created: ${createdCounts}`}. Not created: ${missingCounts}.`
