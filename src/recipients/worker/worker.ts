/** The module worker that reads files: all of its work is in `reader.ts`. */

import type { Question } from './protocol.ts'
import { createReader } from './reader.ts'

const answer = createReader((message, give) => self.postMessage(message, { transfer: give }))
self.addEventListener('message', (event: MessageEvent<Question>) => void answer(event.data))
