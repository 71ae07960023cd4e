/** The module worker that reads files. `reader.ts` does all of its work. */
import { createChecker } from '../check/check.ts'
import { readTable } from '../read.ts'
import { countryNamed } from '../table/country-column.ts'
import type { WorkerRequest } from './protocol.ts'
import { createReader } from './reader.ts'
import { summarize } from './summary.ts'

const answer = createReader((message, transfer) => self.postMessage(message, { transfer }))
self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => void answer(event.data))

/**
 * Reads an example while the person still looks for their file. Words and patterns are compiled at their second use, and the code that runs
 * for every cell after some hundreds: without this, checking the first file of 10,000 rows takes half as long again.
 */
const example = `phone_number,first name,e-mail,amount,date,Do not allow phone calls
${Array.from({ length: 500 }, (_, row) => `+1415555${1_000 + row},Guest ${row},g${row}@example.com,${row}.50,2026-01-02,no`).join('\n')}
`
const read = readTable(new TextEncoder().encode(example))
if (read.ok) summarize(read.table, createChecker(read.table, false, [])({}, null))
countryNamed('US')
