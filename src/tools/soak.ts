/**
 * `npm run test:soak [-- file…]`: runs the tests and stories tagged `soak` with their counts multiplied by `SOAK` (default: 10) and one
 * seed (`SOAK_SEED`, default: random). It prints the seed before and after, so that a failure can be reproduced. Then it runs the stories
 * with two gateways (the project `team`) if PostgreSQL and nginx are installed.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { ensureBrowser } from './browser.ts'
import { hasSeveralGateways } from './testing/several-gateways.ts'

const { SOAK = '10', SOAK_SEED = String(randomInt(2 ** 31)) } = process.env
const env = { ...process.env, SOAK, SOAK_SEED }

const files = process.argv.slice(2)
const stories = files.filter((file) => file.endsWith('.story.ts'))
const tests = files.filter((file) => !stories.includes(file))
/** Whether to run a kind of tests: without file arguments, all kinds run. */
const shouldRun = (selectedFiles: string[]) => files.length === 0 || selectedFiles.length > 0
const runSucceeds = (command: string, ...words: string[]) =>
  spawnSync(command, words, { stdio: 'inherit', env }).status === 0

console.log(`Soak test: counts × ${SOAK}, seed ${SOAK_SEED}`)
const results = [
  !shouldRun(tests) ||
    runSucceeds('vitest', 'run', '--tagsFilter=soak', '--reporter=tree', '--hideSkippedTests', ...tests),
  !shouldRun(stories) ||
    (ensureBrowser() && runSucceeds('playwright', 'test', '--project=embedded', '--grep=@soak', ...stories)),
  !shouldRun(stories) || !hasSeveralGateways() || runSucceeds('playwright', 'test', '--project=team', ...stories),
]
if (!hasSeveralGateways()) console.log('PostgreSQL or nginx not found: the stories with two gateways did not run.')
console.log(`To repeat this run: SOAK=${SOAK} SOAK_SEED=${SOAK_SEED} npm run test:soak`)
process.exitCode = results.every(Boolean) ? 0 : 1
