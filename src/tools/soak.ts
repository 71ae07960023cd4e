/**
 * `npm run test:soak [-- file…]`: the tests and stories tagged `soak` with their figures multiplied (`SOAK`, 10 unless told), and with
 * one seed (`SOAK_SEED`, made here unless told) that is printed before and after, so that a failure can be had again; then the stories in
 * front of two gateways (the project `team`), where there are a PostgreSQL and an nginx.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { ensureBrowser } from './browser.ts'
import { hasSeveralGateways } from './several-gateways.ts'

const { SOAK = '10', SOAK_SEED = String(randomInt(2 ** 31)) } = process.env
const again = `SOAK=${SOAK} SOAK_SEED=${SOAK_SEED} npm run test:soak`
const env = { ...process.env, SOAK, SOAK_SEED }

const files = process.argv.slice(2)
const stories = files.filter((file) => file.endsWith('.story.ts'))
const tests = files.filter((file) => !stories.includes(file))
/** Where none are named, all are meant. */
const wanted = (named: string[]) => files.length === 0 || named.length > 0
const run = (command: string, ...words: string[]) => spawnSync(command, words, { stdio: 'inherit', env }).status === 0

console.log(`figures × ${SOAK}, seed ${SOAK_SEED}`)
const passed = [
  !wanted(tests) || run('vitest', 'run', '--tagsFilter=soak', '--reporter=tree', '--hideSkippedTests', ...tests),
  !wanted(stories) || (ensureBrowser() && run('playwright', 'test', '--project=embedded', '--grep=@soak', ...stories)),
  !wanted(stories) || !hasSeveralGateways() || run('playwright', 'test', '--project=team', ...stories),
]
if (!hasSeveralGateways()) console.log('no PostgreSQL or no nginx here: nothing was seen of several gateways')
console.log(`the same again: ${again}`)
process.exitCode = passed.every(Boolean) ? 0 : 1
