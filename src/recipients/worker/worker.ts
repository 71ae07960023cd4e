/** The module worker that reads files. `reader.ts` does all of its work. */

import type { WorkerRequest } from './protocol.ts'
import { createReader } from './reader.ts'

const answer = createReader((message, transfer) => self.postMessage(message, { transfer }))
self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => void answer(event.data))
