/** The thread that reads one large file; see `csv.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { readings, type Wanted } from './read.ts'

const { reading, file, limit } = workerData as Wanted
parentPort?.postMessage(readings[reading](file, limit), [])
