// Starts the gateway: `npm start`. Node keeps the code that it has compiled in a folder, since compiling takes a third of a start. Where the
// folder cannot be written, nothing is kept. Plain JavaScript, so that a start from the folder does not load the parser of TypeScript.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// The processes that read files take it from here.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// After that, since Node keeps only what it loads from then on.
const { run } = await import('./main.ts')
await run()
