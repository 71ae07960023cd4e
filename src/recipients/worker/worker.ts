/** The module worker that reads files. `reader.ts` does all of its work. */

import { countryNamed } from '../table/country-column.ts'
import { findOptOuts } from '../table/opt-outs.ts'
import type { WorkerRequest } from './protocol.ts'
import { createReader } from './reader.ts'

const answer = createReader((message, transfer) => self.postMessage(message, { transfer }))
self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => void answer(event.data))
// The words that say who may be called, and the names of countries, are compiled while the person still looks for the file. Patterns are
// compiled at their second use.
const columns = ['phone_number', 'first name', 'e-mail', 'amount', 'date', 'Do not allow phone calls']
for (let round = 0; round < 2; round++)
  findOptOuts(columns, [['+1', 'Guest', 'a@example.com', 'do not call', 'Ring', 'no']])
countryNamed('US')
